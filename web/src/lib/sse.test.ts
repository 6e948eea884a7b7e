// SPDX-License-Identifier: AGPL-3.0-only
import { describe, expect, it } from 'vitest'
import { EventParser, readEvents, type ServerEvent } from './sse'

const stream =
  'event: stage\ndata: {"stage":"retrieval"}\n\n: still here\n\nevent: answer\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata:bare\n\n'
const expected: ServerEvent[] = [
  { event: 'stage', data: '{"stage":"retrieval"}' },
  { event: 'answer', data: '{"a":\n1}' },
  { event: 'message', data: 'bare' },
]

describe('server-sent events', () => {
  it('come out whole, wherever the stream is cut', () => {
    for (let size = 1; size <= stream.length; size++) {
      const parser = new EventParser()
      const events: ServerEvent[] = []
      for (let at = 0; at < stream.length; at += size) events.push(...parser.push(stream.slice(at, at + size)))
      expect(events, `pieces of ${size}`).toEqual(expected)
    }
  })
  it('keep characters together that a piece of bytes parts', async () => {
    const bytes = new TextEncoder().encode('data: 地动仪\n\n')
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const events = []
    for await (const event of readEvents(body)) events.push(event.data)
    expect(events).toEqual(['地动仪'])
  })
  it('without an end are not events', () => {
    expect(new EventParser().push('data: half')).toEqual([])
  })
})
