// SPDX-License-Identifier: AGPL-3.0-only
// norm-v1 and the canonical question: docs/format/text.md, keys.md.

export const SPACE =
  '\\u0009-\\u000d\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const runsOfSpace = new RegExp(`[${SPACE}]+`, 'g')

// What Unicode 16 and 17 added that composes or reorders. norm-v1 is pinned to 15.0: there these code
// points pass unchanged and nothing composes across them, whatever this browser knows by now.
const newer = new RegExp(
  String.raw`([\u0897\u1acf-\u1aff\u{10d40}-\u{10d8f}\u{10ec2}-\u{10efc}\u{11380}-\u{113ff}\u{11b60}-\u{11b6f}` +
    String.raw`\u{16100}-\u{1613f}\u{16d40}-\u{16d7f}\u{1e5d0}-\u{1e5ff}\u{1e6c0}-\u{1e6ff}]+)`,
  'u',
)

const nfc = (text: string): string =>
  newer.test(text)
    ? text
        .split(newer)
        .map((part, i) => (i % 2 ? part : part.normalize('NFC')))
        .join('')
    : text.normalize('NFC')

const trim = (text: string): string => text.replace(/^ +| +$/g, '')

export const canonicalize = (text: string): string => trim(nfc(text).replace(runsOfSpace, ' '))

// Behind these words an "a" is an article under equivalence_class_v2; elsewhere it may be a name.
const functionWords = new Set(
  (
    "about after against am among and are aren't aren’t as at be because been before being between but by can could did didn't " +
    "didn’t do does doesn't doesn’t don't don’t during for from had has have having he how how's how’s i if in into is isn't isn’t " +
    "it it's it’s like may might must not of on onto or over per shall she should such than that that's that’s there there's " +
    "there’s these they this those through to under until upon versus via was wasn't wasn’t we were weren't weren’t what what's " +
    "what’s when where where's where’s whether which who who's whom whose who’s why will with within without would you"
  ).split(' '),
)

export function canonicalQuestion(question: string, mode: string): string {
  const plain = canonicalize(question)
  if (mode === 'strict') return plain
  const words = plain
    .toLowerCase()
    .replace(/[ .?!,;:？！。、…]+$/, '')
    .split(' ')
    .filter((word) => word !== '')
  return words
    .filter((word, i) =>
      word === 'a' && mode === 'equivalence_class_v2'
        ? i > 0 && !functionWords.has(words[i - 1])
        : !['the', 'a', 'an'].includes(word),
    )
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
