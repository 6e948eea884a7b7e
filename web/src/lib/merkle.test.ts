// SPDX-License-Identifier: AGPL-3.0-only
import { describe, expect, it } from 'vitest'
import { sha256Text, utf8 } from './bytes'
import { fold, leafOfBytes, logRefusal, node, type Proof, refusal, rootOf } from './merkle'
import { vectors } from './vectors'

const ofKind = (what: string) => vectors('merkle.jsonl').filter((v) => v.what === what)

describe('the tree of a document, held to docs/format/vectors/merkle.jsonl', () => {
  it.each(ofKind('leaf'))('$why', async ({ in: text, out }) => expect(await leafOfBytes(utf8(text))).toBe(out))
  it.each(ofKind('node'))('$why', async ({ in: [a, b], out }) => expect(await node(a, b)).toBe(out))
  it.each(ofKind('root'))('$why', async ({ in: leaves, out }) => expect(await rootOf(leaves)).toBe(out))
})

describe('a proof', () => {
  const letters = (n: number) => Promise.all([...'abcdefgh'].slice(0, n).map((c) => leafOfBytes(utf8(c))))
  const proveIn = async (leaves: string[], index: number): Promise<Proof> => {
    const siblings = []
    let layer = leaves
    for (let at = index; layer.length > 1; at >>= 1) {
      const is_left = at % 2 === 1
      siblings.push({ hash: layer[is_left ? at - 1 : at + 1] ?? layer[at], is_left })
      const above = []
      for (let i = 0; i < layer.length; i += 2) above.push(await node(layer[i], layer[i + 1] ?? layer[i]))
      layer = above
    }
    return { leaf: leaves[index], leaf_index: index, siblings, root: layer[0], leaf_count: leaves.length }
  }

  it('holds for every leaf of trees of every shape', async () => {
    for (let n = 1; n <= 8; n++) {
      const leaves = await letters(n)
      for (let i = 0; i < n; i++) expect(await refusal(await proveIn(leaves, i)), `${i} of ${n}`).toBe('')
    }
  })
  it('folds step by step, and the last step is the root', async () => {
    const proof = await proveIn(await letters(5), 2)
    expect((await fold(proof.leaf, proof.siblings)).map((step) => step.result).at(-1)).toBe(proof.root)
  })
  it('is refused by name', async () => {
    const proof = await proveIn(await letters(5), 2)
    expect(await refusal({ ...proof, leaf_index: 5 })).toBe('leaf_index_out_of_range')
    expect(await refusal({ ...proof, siblings: proof.siblings.slice(1) })).toBe('path_too_short')
    expect(await refusal({ ...proof, siblings: [...proof.siblings, proof.siblings[0]] })).toBe('path_too_long')
    expect(await refusal({ ...proof, leaf_index: 3 })).toBe('side_mismatch')
    expect(await refusal({ ...proof, leaf: await sha256Text('another') })).toBe('root_mismatch')
  })
  it('for leaf 3 of three leaves is refused, although it folds', async () => {
    const three = await letters(3)
    const proof = await proveIn([...three, three[2]], 3)
    expect(proof.root).toBe(await rootOf(three))
    expect(await refusal({ ...proof, leaf_count: 3 })).toBe('leaf_index_out_of_range')
  })
})

describe('the tree of a log, held to the worked example of docs/format/audit-chain.md', () => {
  const root = 'b5878acbf363bd1829743b285936426203732a0ca2f05971ca9f268a2f24872a'
  const [leaf0, leaf1, leaf2, left] = [
    'fc7916dc7fb38243495ad6a5fc584290e076f9cfcb00641f86546f4a8e27028d',
    '390145b17c0eb81ab29689daccd7c7973096d862d1fc20f13c6a50a867547057',
    '844a329ebe8751c7fefa6a46cac076e69401ad5b04f8ddd016d23e4a2d8e10e7',
    '81f5c95d6bef476e64b9599984e1033ec99eca3610a7750c7cca284764e35530',
  ]
  it('proves each of three events', async () => {
    expect(await logRefusal(await sha256Text('event 0'), 0, 3, [leaf1, leaf2], root)).toBe('')
    expect(await logRefusal(await sha256Text('event 1'), 1, 3, [leaf0, leaf2], root)).toBe('')
    expect(await logRefusal(await sha256Text('event 2'), 2, 3, [left], root)).toBe('')
  })
  it('refuses by name', async () => {
    const event = await sha256Text('event 2')
    expect(await logRefusal(event, 3, 3, [left], root)).toBe('leaf_index_out_of_range')
    expect(await logRefusal(event, 2, 3, [], root)).toBe('path_too_short')
    expect(await logRefusal(event, 2, 3, [left, left], root)).toBe('path_too_long')
    expect(await logRefusal(event, 2, 3, [leaf0], root)).toBe('root_mismatch')
  })
})
