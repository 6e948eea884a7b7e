// SPDX-License-Identifier: AGPL-3.0-only
// norm-v1 and the canonical question: docs/format/text.md, keys.md.

export const SPACE = '\\u0009-\\u000d\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const runsOfSpace = new RegExp(`[${SPACE}]+`, 'g')

// What Unicode 16 and 17 added that composes or reorders. norm-v1 is pinned to 15.0: there these code
// points pass unchanged and nothing composes across them, whatever this browser knows by now.
const newer =
  /([\u0897\u1acf-\u1aff\u{10d40}-\u{10d8f}\u{10ec2}-\u{10efc}\u{11380}-\u{113ff}\u{11b60}-\u{11b6f}\u{16100}-\u{1613f}\u{16d40}-\u{16d7f}\u{1e5d0}-\u{1e5ff}\u{1e6c0}-\u{1e6ff}]+)/u

const nfc = (text: string): string =>
  newer.test(text)
    ? text
        .split(newer)
        .map((part, i) => (i % 2 ? part : part.normalize('NFC')))
        .join('')
    : text.normalize('NFC')

const trim = (text: string): string => text.replace(/^ +| +$/g, '')

export const canonicalize = (text: string): string => trim(nfc(text).replace(runsOfSpace, ' '))

export function canonicalQuestion(question: string, mode: string): string {
  const plain = canonicalize(question)
  if (mode === 'strict') return plain
  return plain
    .toLowerCase()
    .replace(/[ .?!,;:？！。、…]+$/, '')
    .split(' ')
    .filter((word) => word !== '' && word !== 'the' && word !== 'a' && word !== 'an')
    .join(' ')
}

// Offsets everywhere count code points; JavaScript's count UTF-16 units.
export function unitsOf(text: string, codePoints: number): number {
  let at = 0
  for (let n = 0; n < codePoints && at < text.length; n++) at += text.codePointAt(at)! > 0xffff ? 2 : 1
  return at
}

export const countCodePoints = (text: string): number => {
  let n = 0
  for (const _ of text) n++
  return n
}
