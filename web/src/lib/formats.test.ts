// SPDX-License-Identifier: AGPL-3.0-only
import { describe, expect, it } from 'vitest'
import { choose, identify, split } from './chunking'
import { canonical, type Exact, parse } from './json'
import { canonicalize, canonicalQuestion, countCodePoints, unitsOf } from './text'
import { vectors, vectorText } from './vectors'

describe('norm-v1, held to docs/format/vectors/text.jsonl', () => {
  it.each(vectors('text.jsonl').filter((v) => v.method === 'canonicalize'))('$why', ({ params, result }) =>
    expect(canonicalize(params.text)).toBe(result),
  )
  it('leaves what Unicode 15.0 does not assign alone', () => {
    expect(canonicalize('e\u0897\u0301')).toBe('e\u0897\u0301')
  })
})

describe('canonical questions, held to docs/format/vectors/keys.jsonl', () => {
  it.each(vectors('keys.jsonl').filter((v) => v.method === 'canonical_question'))('$why', ({ params, result }) =>
    expect(canonicalQuestion(params.question, params.mode)).toBe(result),
  )
})

describe('canonical JSON, held to docs/format/vectors/canonical-json.jsonl', () => {
  const lines = vectorText('canonical-json.jsonl').trim().split('\n')
  const cases = lines
    .map((line) => parse(line) as Map<string, Exact>)
    .filter((c) => c.get('method') === 'canonical_json' && c.has('result'))
  it.each(cases.map((c) => [c.get('why') as string, c] as const))('%s', (_, c) =>
    expect(canonical((c.get('params') as Map<string, Exact>).get('value')!)).toBe(c.get('result')),
  )
  it('refuses what is not JSON, and says where', () => {
    for (const text of ['', '{', '[1,]', '{"a":1,}', '01', 'NaN', '"\n"', '1 2', '9223372036854775808', '"\\x"'])
      expect(() => parse(text), text).toThrow(/at character/)
  })
})

describe('chunking, held to docs/format/vectors/chunking.jsonl', () => {
  const cases = vectors('chunking.jsonl').filter((v) => v.method === 'chunk' && v.result)
  it.each(cases)('$why', async ({ params, result }) => {
    const { leaves, root } = await identify(
      params.text,
      params.chunking_version ?? params.version ?? choose(params.text),
    )
    expect(root).toBe(result.document_root)
    if (result.leaf_hashes) expect(leaves).toEqual(result.leaf_hashes)
  })
  it('gives the text back, piece by piece', () => {
    const text = ' ' + 'ก'.repeat(512) + 'ีก' + 'word '.repeat(600)
    for (const rule of ['tok-512-v1', 'tok-512-v2']) expect(split(text, rule).join('')).toBe(text)
  })
})

describe('offsets', () => {
  it('count code points', () => {
    expect(countCodePoints('a😀b')).toBe(3)
    expect('a😀b'.slice(0, unitsOf('a😀b', 2))).toBe('a😀')
  })
})
