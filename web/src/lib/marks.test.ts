// SPDX-License-Identifier: AGPL-3.0-only
import { describe, expect, it } from 'vitest'
import { excerpt, flow, pieces } from './marks'

const join = (list: { text: string }[]) => list.map((piece) => piece.text).join('')

describe('marks', () => {
  it('cut a text without losing any of it, counting code points', () => {
    const list = pieces('a😀bcd', [
      { start: 1, end: 2, id: 0 },
      { start: 2, end: 4, id: 1 },
      { start: 3, end: 5, id: 2 },
    ])
    expect(join(list)).toBe('a😀bcd')
    expect(list.map((piece) => piece.ids)).toEqual([[], [0], [1], [1, 2], [2]])
    expect(list[1].text).toBe('😀')
  })
  it('beyond the end mark what there is', () => {
    expect(pieces('ab', [{ start: 1, end: 9, id: 0 }])).toEqual([
      { text: 'a', ids: [] },
      { text: 'b', ids: [0] },
    ])
    expect(pieces('ab', [{ start: 5, end: 9, id: 0 }])).toEqual([{ text: 'ab', ids: [] }])
  })
})

describe('lines for reading', () => {
  const line = 'a line of a text that was wrapped by hand at some eighty characters, as was usual'
  it('are joined inside a paragraph, and no offset moves', () => {
    const text = `${line}\nand goes on here.\n\nAnother.\n- one\n- two\n`
    expect(flow(text)).toBe(`${line} and goes on here.\n\nAnother.\n- one\n- two\n`)
    expect(flow(text).length).toBe(text.length)
  })
  it('of lists, headings and verse stay', () => {
    for (const text of [
      `${line}\n- item`,
      `${line}\n• item`,
      `${line}\n# Heading`,
      `${line}\n1. item`,
      'short\nlines\nof verse',
      `${line}\n    code`,
    ])
      expect(flow(text)).toBe(text)
  })
})

describe('an excerpt', () => {
  const long = 'word '.repeat(200)
  it('keeps what is marked whole, and words around it', () => {
    const text = long + 'HERE' + ' ' + long + 'THERE' + ' ' + long
    const at = long.length
    const list = excerpt(text, [
      { start: at, end: at + 4, id: 0 },
      { start: at + 5 + long.length, end: at + 10 + long.length, id: 1 },
    ])
    expect(list.filter((piece) => piece.ids.length).map((piece) => piece.text)).toEqual(['HERE', 'THERE'])
    expect(join(list).length).toBeLessThan(700)
    expect(join(list)).not.toMatch(/\bwor\b|\bord\b/)
  })
  it('of a short text is the text', () =>
    expect(join(excerpt('a short text', [{ start: 2, end: 7, id: 0 }]))).toBe('a short text'))
  it('without marks is the beginning', () => {
    const [only] = excerpt(long, [])
    expect(long.startsWith(only.text.slice(0, 50))).toBe(true)
    expect(only.gap).toBe(true)
  })
})
