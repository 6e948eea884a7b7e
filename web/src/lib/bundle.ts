// SPDX-License-Identifier: AGPL-3.0-only
// What a browser can check of a proof bundle by itself: docs/format/bundle.md. Everything here is
// hashing and comparing; running the verifier again is left to arborist-verify, and said so.
import { sha256Text, utf8 } from './bytes'
import { choose, chunkProblem, identify, split } from './chunking'
import { type Obj, asObj, hash, list, num, obj, objs, str } from './exact'
import { type Exact, canonical, object, parse } from './json'
import { leafOf, leafOfBytes, type Proof, refusal, rootOf } from './merkle'
import { checkRecord, eventProblem, placeProblem } from './record-bundle'

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

const KNOWN = {
  schema_version: ['v9.8.0'],
  canonicalization_version: ['norm-v1'],
  chunking_version: ['tok-512-v1', 'tok-512-v2'],
}

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
    differs('text_hash_mismatch', await sha256Text(text), hash(bundle, 'text_hash')),
  )
  await checks.add('leaf_hash', 'the normalised text hashes to the leaf', async () =>
    differs('leaf_mismatch', await leafOf(text), hash(bundle, 'leaf_hash')),
  )
  await checks.add('proof', 'the path leads from the leaf to the root', () => refusal(proof))
  await checks.add('consistency', 'leaf, index, root and leaf count are the same everywhere', () =>
    proof.leaf === hash(bundle, 'leaf_hash') &&
    proof.root === hash(bundle, 'document_root') &&
    proof.leaf_index === num(bundle, 'chunk_idx') &&
    proof.leaf_count === num(bundle, 'leaf_count')
      ? ''
      : 'the proof speaks of another leaf, place or root than the file',
  )
  await checks.add('chunk_rule', 'the text can be such a chunk under its rule', () =>
    chunkProblem(text, proof.leaf_index, proof.leaf_count, str(bundle, 'chunking_version')),
  )
}

async function checkDocument(bundle: Obj, checks: Checks): Promise<void> {
  const text = str(bundle, 'text')
  const chunking = str(bundle, 'chunking_version')
  const claimed = list(bundle, 'leaf_hashes')
  const made = await identify('\ufeff' + text, chunking)
  await checks.add('versions', 'the rules that made the root are known here', () => unknownVersions(bundle))
  await checks.add('text_hash', 'the text has the hash that the file states', async () =>
    differs('text_hash_mismatch', await sha256Text(text), hash(bundle, 'text_hash')),
  )
  await checks.add('chunk_rule', 'the text is cut by the rule that it must be cut by', () =>
    differs('wrong_rule', choose('\ufeff' + text), chunking),
  )
  await checks.add('leaf_hashes', `all ${claimed.length} leaves come out again`, () => {
    const at = made.leaves.findIndex((leaf, i) => leaf !== claimed[i])
    if (made.leaves.length !== claimed.length)
      return `the text has ${made.leaves.length} leaves, the file lists ${claimed.length}`
    return at < 0 ? '' : differs(`leaf ${at}`, made.leaves[at], String(claimed[at]))
  })
  await checks.add('root', 'the leaves give the root', () =>
    differs('root_mismatch', made.root, hash(bundle, 'document_root')),
  )
  await checks.add('consistency', 'leaf_count is the number of leaves', () =>
    num(bundle, 'leaf_count') === claimed.length ? '' : 'leaf_count is another number',
  )
}

const rawLeaf = (slice: string): Promise<string> => leafOfBytes(utf8(slice))

// The newer form of a passage: the raw slice is of that revision, at that place.
async function checkRevision(bundle: Obj, checks: Checks): Promise<void> {
  const text = str(bundle, 'text')
  const revision = obj(bundle, 'revision')
  await checks.add('revision', 'the text, white space included, is of the revision', async () => {
    if (num(bundle, 'leaf_count') === 1)
      return revision.has('slice')
        ? 'slice_path'
        : differs('revision_mismatch', await sha256Text(text), hash(revision, 'text_hash'))
    const slice = readProof(obj(revision, 'slice'))
    if (slice.leaf !== (await rawLeaf(text))) return 'slice_mismatch: the path begins at another text'
    if (slice.leaf_index !== num(bundle, 'chunk_idx') || slice.leaf_count !== num(bundle, 'leaf_count'))
      return 'slice_place: the path is of another chunk'
    return refusal(slice)
  })
}

const DOCUMENT_EVENTS = /^(document_(added|superseded|restored)|location_(added|updated|gone)|core_derived)$/
const DESCRIPTOR = [
  'canonicalization_version',
  'chunking_version',
  'document_root',
  'kind',
  'leaf_count',
  'schema_version',
  'source_type',
  'text_bytes',
]

// The newer forms: what the event binds of the document and its raw text.
async function checkEvent(bundle: Obj, textHash: string, slices: () => Promise<string>, checks: Checks): Promise<void> {
  if (!bundle.has('log')) {
    checks.note(
      'event',
      'elsewhere',
      'the number of chunks and the exact white space: the file holds no event that binds them',
    )
    return
  }
  const log = obj(bundle, 'log')
  const event = obj(log, 'event')
  const hashes = obj(event, 'hashes')
  await checks.add(
    'event',
    `event ${num(event, 'seq')} of the log records this document` +
      (hashes.has('document') ? ', with its number of chunks' : '') +
      (hashes.has('text') ? ', with its raw text' : ''),
    async () => {
      const problem = await eventProblem(log)
      if (problem) return problem
      if (!DOCUMENT_EVENTS.test(str(event, 'type'))) return `event_type: ${str(event, 'type')}`
      if (event.get('subject') !== bundle.get('document_root')) return 'event_subject: another document'
      if (hashes.has('document')) {
        const names = str(bundle, 'kind') === 'surface' ? DESCRIPTOR : [...DESCRIPTOR, 'compression_depth']
        const descriptor = await sha256Text(
          canonical(object(Object.fromEntries(names.map((name) => [name, bundle.get(name) ?? null])))),
        )
        if (
          descriptor !== hashes.get('document') ||
          (str(bundle, 'kind') === 'surface' && num(bundle, 'compression_depth') !== 0)
        )
          return 'event_document: another number of chunks, version, kind, source type or length'
      }
      if (!hashes.has('text')) return ''
      if (hashes.get('text') !== textHash) return 'event_text: another raw text'
      if (num(bundle, 'leaf_count') === 1) return hashes.has('slices') ? 'event_slices: one chunk has none' : ''
      return hashes.get('slices') === (await slices()) ? '' : 'event_slices: other slices'
    },
  )
  await checks.add('log_place', `the event stands in the tree of ${num(obj(log, 'tree'), 'size')} events`, () =>
    placeProblem(log),
  )
  checks.note('shard_head, checkpoint', 'elsewhere', 'that the log is the one that was signed')
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
    case 'arborist-passage-v2':
    case 'arborist-passage-v1':
      subject = `Chunk ${num(bundle, 'chunk_idx') + 1} of ${num(bundle, 'leaf_count')} of the document ${hash(bundle, 'document_root')}`
      shown = [{ label: 'text', text: str(bundle, 'text') }, ...where(bundle)]
      await checkPassage(bundle, checks)
      if (format === 'arborist-passage-v1') break
      await checkRevision(bundle, checks)
      await checkEvent(
        bundle,
        hash(obj(bundle, 'revision'), 'text_hash'),
        async () => readProof(obj(obj(bundle, 'revision'), 'slice')).root,
        checks,
      )
      break
    case 'arborist-document-v2':
    case 'arborist-document-v1':
      subject = `The whole text of the document ${hash(bundle, 'document_root')}`
      shown = [{ label: 'text', text: str(bundle, 'text') }, ...where(bundle)]
      await checkDocument(bundle, checks)
      if (format === 'arborist-document-v1') break
      await checkEvent(
        bundle,
        hash(bundle, 'text_hash'),
        async () =>
          rootOf(
            await Promise.all(split('\ufeff' + str(bundle, 'text'), str(bundle, 'chunking_version')).map(rawLeaf)),
          ),
        checks,
      )
      break
    case 'arborist-record-v1':
    case 'arborist-record-v2': {
      const record = await checkRecord(bundle, checks)
      subject = record.subject
      shown = record.shown
      break
    }
    default:
      throw new Error(`the format ${format} is not one that this page knows`)
  }
  const isRecord = format.startsWith('arborist-record-')
  if (format.endsWith('-v1') && !isRecord)
    checks.note(
      'older form',
      'elsewhere',
      'the number of chunks and the exact white space, which this older form does not bind',
    )
  if (!isRecord) checks.note('unknown_field', 'elsewhere', 'that the file holds no member beside those of the format')
  return { format, subject, shown, checks: checks.list }
}
