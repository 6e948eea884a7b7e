// SPDX-License-Identifier: AGPL-3.0-only
// What a browser can check of a proof bundle by itself: docs/format/bundle.md. Everything here is
// hashing and comparing; running the verifier again is left to arborist-verify, and said so.
import { sha256Text } from './bytes'
import { choose, chunkProblem, identify } from './chunking'
import { type Obj, asObj, hash, list, num, obj, objs, str } from './exact'
import { type Exact, parse } from './json'
import { leafOf, type Proof, refusal } from './merkle'
import { checkRecord } from './record-bundle'

export type State = 'ok' | 'failed' | 'skipped' | 'elsewhere'
export interface Check {
  name: string
  state: State
  detail: string
}
export interface Report {
  format: string
  subject: string
  shown: { label: string; text: string }[]
  checks: Check[]
}

// Collects checks; a problem that is thrown or returned fails the one it belongs to.
export class Checks {
  readonly list: Check[] = []
  async add(name: string, good: string, problem: () => Promise<string> | string): Promise<void> {
    let detail: string
    try {
      detail = await problem()
    } catch (error) {
      detail = (error as Error).message
    }
    this.list.push(detail === '' ? { name, state: 'ok', detail: good } : { name, state: 'failed', detail })
  }
  note(name: string, state: State, detail: string): void {
    this.list.push({ name, state, detail })
  }
}

export const differs = (code: string, computed: string, claimed: string): string =>
  computed === claimed ? '' : `${code}: computed ${computed}, the file says ${claimed}`

export function readProof(from: Obj): Proof {
  return {
    leaf: hash(from, 'leaf'),
    leaf_index: num(from, 'leaf_index'),
    siblings: objs(from, 'siblings').map((s) => ({ hash: hash(s, 'hash'), is_left: s.get('is_left') === true })),
    root: hash(from, 'root'),
    leaf_count: num(from, 'leaf_count'),
  }
}

const KNOWN = { schema_version: ['v9.8.0'], canonicalization_version: ['norm-v1'], chunking_version: ['tok-512-v1', 'tok-512-v2'] }

export const unknownVersions = (from: Obj): string =>
  Object.entries(KNOWN)
    .filter(([name, values]) => !values.includes(str(from, name)))
    .map(([name]) => `unknown ${name} ${str(from, name)}`)
    .join(', ')

const where = (bundle: Obj): { label: string; text: string }[] =>
  objs(bundle, 'locations').map((l) => ({ label: 'said to be read at', text: str(l, 'uri') }))

async function checkPassage(bundle: Obj, checks: Checks): Promise<void> {
  const text = str(bundle, 'text')
  const proof = readProof(obj(bundle, 'proof'))
  await checks.add('versions', 'the rules that made the root are known here', () => unknownVersions(bundle))
  await checks.add('text_hash', 'the text has the hash that the file states', async () =>
    differs('text_hash_mismatch', await sha256Text(text), hash(bundle, 'text_hash')))
  await checks.add('leaf_hash', 'the normalised text hashes to the leaf', async () =>
    differs('leaf_mismatch', await leafOf(text), hash(bundle, 'leaf_hash')))
  await checks.add('proof', 'the path leads from the leaf to the root', () => refusal(proof))
  await checks.add('consistency', 'leaf, index, root and leaf count are the same everywhere', () =>
    proof.leaf === hash(bundle, 'leaf_hash') && proof.root === hash(bundle, 'document_root') &&
    proof.leaf_index === num(bundle, 'chunk_idx') && proof.leaf_count === num(bundle, 'leaf_count')
      ? '' : 'the proof speaks of another leaf, place or root than the file')
  await checks.add('chunk_rule', 'the text can be such a chunk under its rule', () =>
    chunkProblem(text, proof.leaf_index, proof.leaf_count, str(bundle, 'chunking_version')))
}

async function checkDocument(bundle: Obj, checks: Checks): Promise<void> {
  const text = str(bundle, 'text')
  const chunking = str(bundle, 'chunking_version')
  const claimed = list(bundle, 'leaf_hashes')
  const made = await identify('\ufeff' + text, chunking)
  await checks.add('versions', 'the rules that made the root are known here', () => unknownVersions(bundle))
  await checks.add('text_hash', 'the text has the hash that the file states', async () =>
    differs('text_hash_mismatch', await sha256Text(text), hash(bundle, 'text_hash')))
  await checks.add('chunk_rule', 'the text is cut by the rule that it must be cut by', () =>
    differs('wrong_rule', choose('\ufeff' + text), chunking))
  await checks.add('leaf_hashes', `all ${claimed.length} leaves come out again`, () => {
    const at = made.leaves.findIndex((leaf, i) => leaf !== claimed[i])
    if (made.leaves.length !== claimed.length) return `the text has ${made.leaves.length} leaves, the file lists ${claimed.length}`
    return at < 0 ? '' : differs(`leaf ${at}`, made.leaves[at], String(claimed[at]))
  })
  await checks.add('root', 'the leaves give the root', () => differs('root_mismatch', made.root, hash(bundle, 'document_root')))
  await checks.add('consistency', 'leaf_count is the number of leaves', () =>
    num(bundle, 'leaf_count') === claimed.length ? '' : 'leaf_count is another number')
}

// Throws for a file that is no bundle at all.
export async function checkBundle(text: string): Promise<Report> {
  const parsed: Exact = parse(text)
  const bundle = asObj(parsed, 'the file')
  const format = str(bundle, 'format')
  const checks = new Checks()
  let subject: string
  let shown: Report['shown'] = []
  switch (format) {
    case 'arborist-passage-v1':
      subject = `Chunk ${num(bundle, 'chunk_idx') + 1} of ${num(bundle, 'leaf_count')} of the document ${hash(bundle, 'document_root')}`
      shown = [{ label: 'text', text: str(bundle, 'text') }, ...where(bundle)]
      await checkPassage(bundle, checks)
      break
    case 'arborist-document-v1':
      subject = `The whole text of the document ${hash(bundle, 'document_root')}`
      shown = [{ label: 'text', text: str(bundle, 'text') }, ...where(bundle)]
      await checkDocument(bundle, checks)
      break
    case 'arborist-record-v1': {
      const record = await checkRecord(bundle, checks)
      subject = record.subject
      shown = record.shown
      break
    }
    default:
      throw new Error(`the format ${format} is not one that this page knows`)
  }
  if (format !== 'arborist-record-v1')
    checks.note('unknown_field', 'elsewhere', 'that the file holds no member beside those of the format')
  return { format, subject, shown, checks: checks.list }
}
