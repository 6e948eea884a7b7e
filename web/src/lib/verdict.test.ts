// SPDX-License-Identifier: AGPL-3.0-only
import { describe, expect, it } from 'vitest'
import type { Unit } from './api'
import { claimPieces, fault, labelMeaning, verdictOf, verdictText } from './verdict'

const unit = (more: Partial<Unit>): Unit => ({
  text: 'The 🐈 is black.',
  status: 'UNSUPPORTED',
  verified: false,
  ...more,
})

describe('the verdict of a claim', () => {
  it('is told in four words', () => {
    expect(verdictText(unit({ verified: true, verdict: 'stated' }))).toBe('stated')
    expect(verdictText(unit({ verdict: 'close', unsupported: [{ begin: 9, end: 14 }] }))).toBe(
      'close — these words are not in the passage: “black”',
    )
    expect(verdictText(unit({ verdict: 'not_found' }))).toBe('not found in these sources')
    expect(verdictText(unit({ verdict: 'not_checked' }))).toBe('not checked')
  })
  it('of an older record is told in the same words', () => {
    expect(verdictText(unit({ verified: true, status: 'EVIDENCE_LINKED' }))).toBe('stated')
    expect(verdictText({ text: 'a', status: 'SUPPORTED_PARAPHRASE' })).toBe('stated')
    expect(verdictText(unit({ diagnosis: 'fabricated' }))).toBe('not found in these sources')
    expect(verdictOf(unit({ diagnosis: 'not_checked' }))).toBe('not_checked')
    expect(verdictText(unit({ partly: true }))).toContain('some of the passages')
  })
  it('marks the words that the passage lacks, counting code points', () => {
    const list = claimPieces(
      unit({
        verdict: 'close',
        unsupported: [
          { begin: 4, end: 5 },
          { begin: 9, end: 14 },
        ],
      }),
    )
    expect(list.map((piece) => piece.text).join('')).toBe('The 🐈 is black.')
    expect(list.filter((piece) => piece.ids.length).map((piece) => piece.text)).toEqual(['🐈', 'black'])
  })
  it('says of an answer that only points that it is quoted', () => {
    expect(labelMeaning('STRICT', 'SOURCE-QUOTED')).toBe('Quoted from the source.')
    expect(labelMeaning('STRICT', 'POINTER-LINKED')).toBe('Every claim is stated by its passage.')
    expect(labelMeaning('STRICT')).toBe('Every claim is stated by its passage.')
  })
  it('accuses only where the check is certain', () => {
    expect(fault(unit({ diagnosis: 'wrong_number' }))).toBe('')
    expect(fault(unit({ diagnosis: 'wrong_number', verdict: 'close' }))).toBe('A number differs from the passage.')
    expect(fault(unit({ diagnosis: 'close', verdict: 'close' }))).toBe('')
    expect(fault(unit({ diagnosis: 'unresolved_pointer' }))).toBe('It cites a passage that was not given.')
  })
})
