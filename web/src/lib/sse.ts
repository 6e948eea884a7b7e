// SPDX-License-Identifier: AGPL-3.0-only
// Server-sent events from a fetch, which EventSource cannot do: it neither posts nor sends a token.

export interface ServerEvent {
  event: string
  data: string
}

// Feed it text as it comes, cut anywhere; it returns the events that are complete.
export class EventParser {
  private rest = ''
  private event = ''
  private data: string[] = []

  push(text: string): ServerEvent[] {
    const events: ServerEvent[] = []
    this.rest += text
    for (;;) {
      // A carriage return at the end may be the first half of one line end.
      const end = /\r\n|\n|\r(?!$)/.exec(this.rest)
      if (!end) return events
      const line = this.rest.slice(0, end.index)
      this.rest = this.rest.slice(end.index + end[0].length)
      const done = this.line(line)
      if (done) events.push(done)
    }
  }

  private line(line: string): ServerEvent | null {
    if (line === '') {
      const done = this.data.length ? { event: this.event || 'message', data: this.data.join('\n') } : null
      this.event = ''
      this.data = []
      return done
    }
    if (line.startsWith(':')) return null
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') this.event = value
    if (name === 'data') this.data.push(value)
    return null
  }
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const parser = new EventParser()
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* parser.push(decoder.decode(value, { stream: true }))
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
