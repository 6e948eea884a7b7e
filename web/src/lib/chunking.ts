// SPDX-License-Identifier: AGPL-3.0-only
// Where a text is cut: docs/format/chunking.md.
import { leafOf, rootOf } from './merkle'
import { countCodePoints, SPACE } from './text'

export const TOKENS = 512
const MAX_V1 = 8192

const isSpace = new RegExp(`[${SPACE}]`)
const wordsOf = new RegExp(`[^${SPACE}]+`, 'g')
const single =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
// Combining class not 0, or Grapheme_Extend: the spacing marks with a class are named one by one.
const mark = new RegExp(
  String.raw`[\p{Grapheme_Extend}\u1b44\u1baa\u1bf2\u1bf3\ua953\ua9c0\u{111c0}\u{11235}\u{1134d}\u{116b6}\u{1193d}` +
    String.raw`\u{11f41}\u{16ff0}\u{16ff1}\u{1d165}\u{1d166}\u{1d16d}-\u{1d172}]`,
  'u',
)

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

const cut = (text: string, starts: number[]): string[] =>
  starts.map((start, i) => text.slice(i === 0 ? 0 : start, starts[i + 1] ?? text.length))

export function splitV1(raw: string): string[] {
  const text = withoutMark(raw)
  const starts: number[] = []
  let token = 0
  for (const word of text.matchAll(wordsOf)) if (token++ % TOKENS === 0) starts.push(word.index)
  return cut(text, starts)
}

export function splitV2(raw: string): string[] {
  const text = withoutMark(raw)
  const starts: number[] = []
  let tokens = TOKENS // in the chunk so far; full, so that the first token starts one
  let run = 0 // code points of the run that is open
  let at = 0
  for (const character of text) {
    let starting = false
    if (isSpace.test(character)) run = 0
    else if (single.test(character)) {
      run = 0
      starting = true
    } else starting = run++ % 16 === 0
    if (starting) {
      if (tokens >= TOKENS && (starts.length === 0 || !mark.test(character))) {
        starts.push(at)
        tokens = 0
      }
      tokens++
    }
    at += character.length
  }
  return cut(text, starts)
}

export const split = (text: string, chunking: string): string[] =>
  chunking === 'tok-512-v2' ? splitV2(text) : splitV1(text)

export const choose = (text: string): string =>
  splitV1(text).some((chunk) => chunk.length > MAX_V1 && countCodePoints(chunk) > MAX_V1) ? 'tok-512-v2' : 'tok-512-v1'

export async function identify(text: string, chunking: string): Promise<{ leaves: string[]; root: string }> {
  const leaves = await Promise.all(split(text, chunking).map(leafOf))
  return { leaves, root: await rootOf(leaves) }
}

// Why a slice cannot be chunk `index` of `count`; empty when it can.
export function chunkProblem(text: string, index: number, count: number, chunking: string): string {
  // A mark at the start of a slice is text, not a byte-order mark; one before it keeps it.
  const marked = '\ufeff' + text
  if (!/\S/.test(text) && split(marked, chunking).length === 0) return 'no_token'
  if (index > 0 && isSpace.test(text[0] ?? '')) return 'leading_whitespace'
  if (split(marked, chunking).length > 1) return 'too_many_tokens'
  if (chunking === 'tok-512-v1' && countCodePoints(text) > MAX_V1) return 'too_long'
  if (index + 1 < count && split(marked + ' x', chunking).length < 2) return 'too_few_tokens'
  return ''
}
