// SPDX-License-Identifier: AGPL-3.0-only
// What people are told of a claim, in one vocabulary whichever verifier judged. src/judge/unit_text.cc says the same
// in chats and to agents.
import type { Label, Unit } from './api'
import { type Piece, pieces } from './marks'

export type Word = 'stated' | 'close' | 'not_found' | 'not_checked'
const WORDS: Word[] = ['stated', 'close', 'not_found', 'not_checked']
const HOLD = ['EVIDENCE_LINKED', 'VERIFIED_QUOTE', 'SUPPORTED_PARAPHRASE', 'VERIFIED_PARAPHRASE']

const holds = (unit: Unit): boolean => unit.verified ?? HOLD.includes(unit.status)
export const holdsPartly = (unit: Unit): boolean => unit.partly === true || unit.status === 'EVIDENCE_LINKED_PARTIAL'

// Older records tell held from failed only: what held is stated.
export function verdictOf(unit: Unit): Word {
  const given = WORDS.find((word) => word === unit.verdict)
  if (given) return given
  if (holds(unit)) return 'stated'
  return unit.diagnosis === 'not_checked' ? 'not_checked' : 'not_found'
}

// The claim's text, with the words that its passage lacks as pieces that have an id.
export const claimPieces = (unit: Unit): Piece[] =>
  pieces(unit.text, holds(unit) ? [] : (unit.unsupported ?? []).map(({ begin, end }) => ({ start: begin, end, id: 0 })))

export const unsupportedWords = (unit: Unit): string[] =>
  claimPieces(unit)
    .filter((piece) => piece.ids.length > 0)
    .map((piece) => piece.text)

const reasons: Record<string, string> = {
  left_out: 'the passage says more there, which may change what it says',
  not_asserted:
    'the passage does not assert this: it asks, supposes, plans or reports it, or the line above it turns it',
  retracted: 'the passage takes this back nearby',
  role: 'the passage says this of another role, place or time',
  tense: 'the passage says this of another time',
  not_verbatim: 'the passage has other words between these',
}

export function verdictText(unit: Unit): string {
  if (holdsPartly(unit)) return 'stated by some of the passages that it cites, not by all'
  const word = verdictOf(unit)
  if (word === 'stated') return 'stated'
  if (word === 'not_found') return 'not found in these sources'
  if (word === 'not_checked') return 'not checked'
  const words = unsupportedWords(unit)
  return words.length
    ? `close — these words are not in the passage: ${words.map((text) => `“${text}”`).join(', ')}`
    : `close — ${reasons[unit.reason ?? ''] ?? 'the passage says this in another order'}`
}

// Words that accuse. An older verifier guesses at them; lexical-v3, which gives a verdict, is certain of them.
const faults: Record<string, string> = {
  fabricated: 'No passage has this quotation.',
  wrong_number: 'A number differs from the passage.',
  negated: 'The passage says the opposite, or says it under a condition.',
  reordered: 'The passage has these words in another order.',
  misattributed: 'Another passage states this, not the one it cites.',
}
export function fault(unit: Unit): string {
  if (holds(unit) || !unit.diagnosis) return ''
  if (unit.diagnosis === 'unresolved_pointer') return 'It cites a passage that was not given.'
  return unit.verdict ? (faults[unit.diagnosis] ?? '') : ''
}

const labels: Record<Label, string> = {
  STRICT: 'Every claim is stated by its passage.',
  HYBRID: 'Some claims are stated by their passages. Some are not.',
  UNGROUNDED: 'No claim is stated by the passages.',
}
// Of an answer that only points the rung says more.
const selections: Record<string, string> = {
  'SOURCE-QUOTED': 'Quoted from the source.',
  'SOURCE-QUOTED-PARTIAL': 'Quoted from the source in part: what stands around other sentences may turn them.',
}
export const labelMeaning = (label: Label, rung = ''): string => selections[rung] ?? labels[label] ?? ''
export const NOT_JUDGED = 'It is not checked whether the answer answers the question.'
