// SPDX-License-Identifier: AGPL-3.0-only
// Cuts a text into pieces at the ends of spans, each piece with the ids of the spans over it.
import { unitsOf } from './text'

export interface Span {
  start: number // code points
  end: number
  id: number
}
export interface Piece {
  text: string
  ids: number[]
  gap?: boolean // something is left out here
}

export function pieces(text: string, spans: Span[]): Piece[] {
  const ranges = spans
    .map(({ start, end, id }) => ({ start: unitsOf(text, start), end: unitsOf(text, end), id }))
    .filter(({ start, end }) => end > start)
  const cuts = [...new Set([0, text.length, ...ranges.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b)
  return cuts.slice(0, -1).map((from, i) => ({
    text: text.slice(from, cuts[i + 1]),
    ids: ranges.filter(({ start, end }) => start <= from && end >= cuts[i + 1]).map(({ id }) => id),
  }))
}

// The same with only so many characters around the marked pieces.
export function excerpt(text: string, spans: Span[], around = 140): Piece[] {
  const all = pieces(text, spans)
  if (!all.some((piece) => piece.ids.length)) return [shorten(text, around, 'end')]
  return all.flatMap((piece, i) => {
    if (piece.ids.length) return [piece]
    const first = i === 0
    const last = i === all.length - 1
    if (piece.text.length <= (first || last ? around : 2 * around)) return [piece]
    if (first) return [shorten(piece.text, around, 'start')]
    if (last) return [shorten(piece.text, around, 'end')]
    return [shorten(piece.text, around, 'end'), shorten(piece.text, around, 'start')]
  })
}

// Lines of one paragraph joined for reading. A line end becomes one space, so offsets stay what they are.
// Lists, headings, quotations, tables and verse of short lines are left alone.
export const flow = (text: string): string => text.replace(/(?<=[^\n]{50,})\n(?=[^\s#>|*+\-=[{}!0-9•])/g, ' ')

// Cut at a space, so that neither a word nor a surrogate pair is parted.
function shorten(text: string, length: number, at: 'start' | 'end'): Piece {
  if (text.length <= length) return { text, ids: [] }
  if (at === 'end') {
    const space = text.lastIndexOf(' ', length)
    const end = space > length / 2 ? space : unitsOf(text, length)
    return { text: text.slice(0, end) + ' …', ids: [], gap: true }
  }
  const space = text.indexOf(' ', text.length - length)
  const start =
    space >= 0 && space < text.length - length / 2 ? space + 1 : text.length - [...text.slice(-length)].join('').length
  return { text: '… ' + text.slice(start), ids: [], gap: true }
}
