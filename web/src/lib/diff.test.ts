// SPDX-License-Identifier: AGPL-3.0-only
import { describe, expect, it } from 'vitest'
import { diff, diffTexts, lines, type Part } from './diff'

const before = (parts: Part[]) =>
  parts
    .filter((p) => p.kind !== 'new')
    .map((p) => p.text)
    .join('')
const after = (parts: Part[]) =>
  parts
    .filter((p) => p.kind !== 'gone')
    .map((p) => p.text)
    .join('')

describe('a diff', () => {
  it('gives back both texts', () => {
    let seed = 7
    const next = (n: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n
    for (let round = 0; round < 300; round++) {
      const text = () => Array.from({ length: next(12) }, () => 'abcd'[next(4)] + (next(3) ? ' ' : '\n')).join('')
      const [a, b] = [text(), text()]
      const parts = diffTexts(a, b)
      expect(before(parts)).toBe(a)
      expect(after(parts)).toBe(b)
    }
  })
  it('is as short as it can be', () => {
    const changed = diff([...'abcabba'], [...'cbabac'])
      .filter((p) => p.kind !== 'same')
      .reduce((n, p) => n + p.text.length, 0)
    expect(changed).toBe(5)
  })
  it('names the word that changed, not the line', () => {
    expect(diffTexts('It sailed in 1872.\nThe end.\n', 'It sailed in 1873.\nThe end.\n')).toEqual([
      { kind: 'same', text: 'It sailed in ' },
      { kind: 'gone', text: '1872' },
      { kind: 'new', text: '1873' },
      { kind: 'same', text: '.\n' },
      { kind: 'same', text: 'The end.\n' },
    ])
  })
  it('of equal texts has no change, of nothing none at all', () => {
    expect(diffTexts('a\nb', 'a\nb')).toEqual([{ kind: 'same', text: 'a\nb' }])
    expect(diffTexts('', '')).toEqual([])
  })
  it('of two long texts with nothing in common ends soon', () => {
    const many = (word: string) => Array.from({ length: 20000 }, (_, i) => `${word}${i}\n`)
    const parts = diff(many('a'), many('b'))
    expect(parts.map((p) => p.kind)).toEqual(['gone', 'new'])
  })
  it('keeps a last line without an end', () => expect(lines('a\nb')).toEqual(['a\n', 'b']))
})
