// SPDX-License-Identifier: AGPL-3.0-only
import { describe, expect, it } from 'vitest'
import { checkBundle } from './bundle'
import { vectorText } from './vectors'

const failed = async (text: string) =>
  (await checkBundle(text)).checks.filter((check) => check.state === 'failed').map((check) => check.name)

describe.each(['passage', 'document', 'passage-v2', 'document-v2', 'record', 'record-v2', 'record-select'])(
  'the %s bundle of docs/format/vectors',
  (kind) => {
    const text = vectorText(`${kind}.bundle.json`)
    it('holds in every check that a browser can do', async () => {
      const { checks } = await checkBundle(text)
      expect(checks.filter((check) => check.state === 'failed')).toEqual([])
      expect(checks.filter((check) => check.state === 'ok').length).toBeGreaterThan(4)
    })
    it('does not hold any more when a digit of any hash is changed', async () => {
      const hashes = [...new Set(text.match(/"[0-9a-f]{64}"/g))]
      expect(hashes.length).toBeGreaterThan(1)
      for (const hash of hashes) {
        const other = hash.replace(/.(?="$)/, (digit) => (digit === '0' ? '1' : '0'))
        // Only one place: a hash that is changed everywhere it stands may be a consistent other file.
        const changed = text.replace(hash, other)
        expect((await failed(changed)).length, `${kind} ${hash}`).toBeGreaterThan(0)
      }
    })
  },
)

describe('a record bundle', () => {
  const text = vectorText('record.bundle.json')
  it('says what it leaves to arborist-verify', async () => {
    const { checks } = await checkBundle(text)
    expect(checks.filter((check) => check.state === 'elsewhere').map((check) => check.name)).toContain('verdict')
  })
  it.each([
    ['the label', /"audit_mode": ?"(STRICT|HYBRID)"/, '"audit_mode":"UNGROUNDED"'],
    ['the answer', /("answer_text": ?")/, '$1No. '],
    ['the question', /("question": ?")/, '$1Not '],
    ['the model', /("model_id": ?")/, '$1x'],
  ])('fails when %s is changed', async (_, from, to) => {
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    expect((await failed(changed)).length).toBeGreaterThan(0)
  })
})

describe('what is no bundle', () => {
  it.each([
    ['no JSON', 'hello'],
    ['no object', '[1]'],
    ['no format', '{}'],
    ['another format', '{"format":"x-v1"}'],
  ])('%s is refused with a reason', async (_, text) => expect(checkBundle(text)).rejects.toThrow(/./))
})
