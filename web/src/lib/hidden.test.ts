// SPDX-License-Identifier: AGPL-3.0-only
// The cases are those of src/text/escape_test.cc.
import { describe, expect, it } from 'vitest'
import { show } from './hidden'

describe('what has no picture', () => {
  it('is written out', () => {
    const codes = [
      0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200b, 0x2060,
      0x2064, 0x206f, 0xfeff, 0x180e, 0x34f, 0x3164, 0xffa0, 0xfff9, 0x2028, 0x2029, 0xe0001, 0xe0041, 0x1d173,
    ]
    for (const code of codes)
      expect(show(`a${String.fromCodePoint(code)}b`)).toBe(`a\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}b`)
    expect(show('soft\u00adhyphen')).toBe('soft\\u{AD}hyphen')
    expect(show('a\u001b[31m')).toBe('a\\u{1B}[31m')
  })
  it('stays where letters join and where it varies what stands before it', () => {
    const texts = [
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u0915\u094d\u200d\u0937',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
      '\u2764\ufe0f\u200d\u{1f525}',
      '1\ufe0f\u20e3',
      '\u845b\u{e0100}',
      'line\nand\ttab',
      'plain é 漢',
    ]
    for (const text of texts) expect(show(text)).toBe(text)
    expect(show('pass\u200dword')).toBe('pass\\u{200D}word')
    expect(show('\u200cword')).toBe('\\u{200C}word')
    expect(show('a\ufe0f')).toBe('a\\u{FE0F}')
    expect(show('\u2764\ufe0f\ufe01')).toBe('\u2764\ufe0f\\u{FE01}')
  })
})
