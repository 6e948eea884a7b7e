// SPDX-License-Identifier: AGPL-3.0-only
// The tree of a document (docs/format/merkle.md) and the tree of a log (audit-chain.md).
import { concat, sha256, unhex, utf8 } from './bytes'
import { canonicalize } from './text'

export interface Sibling {
  hash: string
  is_left: boolean
}
export interface Proof {
  leaf: string
  leaf_index: number
  siblings: Sibling[]
  root: string
  leaf_count: number
}
export interface Step {
  sibling: Sibling
  result: string
}

export const NO_LEAVES = '0'.repeat(64)

export const leafOfBytes = (bytes: Uint8Array): Promise<string> => sha256(concat(Uint8Array.of(0), bytes))
export const leafOf = (text: string): Promise<string> => leafOfBytes(utf8(canonicalize(text)))
export const node = (left: string, right: string): Promise<string> =>
  sha256(concat(Uint8Array.of(3), unhex(left), unhex(right)))

export async function rootOf(leaves: string[]): Promise<string> {
  if (leaves.length === 0) return NO_LEAVES
  let layer = leaves
  while (layer.length > 1) {
    const above: Promise<string>[] = []
    for (let i = 0; i < layer.length; i += 2) above.push(node(layer[i], layer[i + 1] ?? layer[i]))
    layer = await Promise.all(above)
  }
  return layer[0]
}

// Every hash on the way from the leaf up, the last being what the path folds to.
export async function fold(leaf: string, siblings: Sibling[]): Promise<Step[]> {
  const steps: Step[] = []
  let current = leaf
  for (const sibling of siblings) {
    current = sibling.is_left ? await node(sibling.hash, current) : await node(current, sibling.hash)
    steps.push({ sibling, result: current })
  }
  return steps
}

export function heightOf(leafCount: number): number {
  let height = 0
  for (let n = leafCount; n > 1; n = Math.ceil(n / 2)) height++
  return height
}

// The name of the first demand that the proof does not meet; empty when it holds.
export async function refusal(proof: Proof): Promise<string> {
  if (!(proof.leaf_index >= 0 && proof.leaf_index < proof.leaf_count)) return 'leaf_index_out_of_range'
  const height = heightOf(proof.leaf_count)
  if (proof.siblings.length < height) return 'path_too_short'
  if (proof.siblings.length > height) return 'path_too_long'
  if (proof.siblings.some((s, i) => s.is_left !== (Math.floor(proof.leaf_index / 2 ** i) % 2 === 1)))
    return 'side_mismatch'
  const steps = await fold(proof.leaf, proof.siblings)
  return (steps.at(-1)?.result ?? proof.leaf) === proof.root ? '' : 'root_mismatch'
}

// RFC 6962 section 2.1.1, as RFC 9162 section 2.1.3.2 says it: the audit path of leaf `index` of `size`.
export async function logRefusal(
  eventHash: string,
  index: number,
  size: number,
  path: string[],
  root: string,
): Promise<string> {
  if (!(index >= 0 && index < size)) return 'leaf_index_out_of_range'
  const above = (left: string, right: string) => sha256(concat(Uint8Array.of(1), unhex(left), unhex(right)))
  let hash = await leafOfBytes(unhex(eventHash))
  let at = index
  let last = size - 1
  for (const sibling of path) {
    if (last === 0) return 'path_too_long'
    if (at % 2 === 1 || at === last) {
      hash = await above(sibling, hash)
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2)
        last = Math.floor(last / 2)
      }
    } else hash = await above(hash, sibling)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  if (last !== 0) return 'path_too_short'
  return hash === root ? '' : 'root_mismatch'
}
