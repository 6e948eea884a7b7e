// SPDX-License-Identifier: AGPL-3.0-only
// What changed between two texts: Myers' algorithm over lines, then over the words of lines that
// changed into one another.

export interface Part {
  kind: 'same' | 'gone' | 'new'
  text: string
}

// Beyond this many edits the middle is given as one replacement, so that no text stops the page.
const MAX_EDITS = 1000

export function diff(before: string[], after: string[]): Part[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail++
  const parts: Part[] = []
  const add = (kind: Part['kind'], pieces: string[]) => {
    if (pieces.length === 0) return
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += pieces.join('')
    else parts.push({ kind, text: pieces.join('') })
  }
  add('same', before.slice(0, head))
  const a = before.slice(head, before.length - tail)
  const b = after.slice(head, after.length - tail)
  for (const [kind, piece] of edits(a, b)) add(kind, [piece])
  add('same', before.slice(before.length - tail))
  return parts
}

function edits(a: string[], b: string[]): [Part['kind'], string][] {
  const replaced = (): [Part['kind'], string][] => [
    ...a.map((piece): [Part['kind'], string] => ['gone', piece]),
    ...b.map((piece): [Part['kind'], string] => ['new', piece]),
  ]
  if (a.length === 0 || b.length === 0) return replaced()
  const limit = Math.min(a.length + b.length, MAX_EDITS)
  const trace: Map<number, number>[] = []
  let furthest = new Map<number, number>([[1, 0]])
  for (let d = 0; d <= limit; d++) {
    trace.push(new Map(furthest))
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))
      let x = down ? furthest.get(k + 1)! : furthest.get(k - 1)! + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      furthest.set(k, x)
      if (x >= a.length && x - k >= b.length) return back(trace, a, b)
    }
  }
  return replaced()
}

function back(trace: Map<number, number>[], a: string[], b: string[]): [Part['kind'], string][] {
  const result: [Part['kind'], string][] = []
  let x = a.length
  let y = b.length
  for (let d = trace.length - 1; d >= 0; d--) {
    const furthest = trace[d]
    const k = x - y
    const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))
    const beforeK = down ? k + 1 : k - 1
    const beforeX = furthest.get(beforeK)!
    const beforeY = beforeX - beforeK
    while (x > beforeX && y > beforeY && x > 0 && y > 0) (result.push(['same', a[--x]]), y--)
    if (d === 0) break
    if (down) result.push(['new', b[--y]])
    else result.push(['gone', a[--x]])
  }
  return result.reverse()
}

export const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
export const words = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu) ?? []

// Lines first; where lines were replaced by others, the words in them.
export function diffTexts(before: string, after: string): Part[] {
  const rough = diff(lines(before), lines(after))
  const fine: Part[] = []
  for (let i = 0; i < rough.length; i++) {
    const [part, next] = [rough[i], rough[i + 1]]
    if (next && part.kind !== 'same' && next.kind !== 'same') {
      const [gone, added] = part.kind === 'gone' ? [part, next] : [next, part]
      fine.push(...diff(words(gone.text), words(added.text)))
      i++
    } else fine.push(part)
  }
  return fine
}
