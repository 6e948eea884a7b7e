// SPDX-License-Identifier: AGPL-3.0-only
// The part of bundle.ts that reads arborist-record-v1 and -v2: an answer with its run and its place in the log.
import { type Checks, differs, readProof, type Report, unknownVersions } from './bundle'
import { sha256Text } from './bytes'
import { chunkProblem } from './chunking'
import { hash, list, num, obj, type Obj, objs, str } from './exact'
import { byCodePoint, canonical, type Exact, object } from './json'
import { leafOf, logRefusal, refusal, rootOf } from './merkle'
import { canonicalQuestion, countCodePoints, unitsOf } from './text'

const J = (value: Exact): Promise<string> => sha256Text(canonical(value))
const same = (a: Exact | undefined, b: Exact | undefined): boolean =>
  a !== undefined && b !== undefined && canonical(a) === canonical(b)
const pick = (from: Obj, names: string[]): Obj =>
  new Map(names.filter((name) => from.has(name)).map((name) => [name, from.get(name)!]))

const KEY = [
  'source_root',
  'question_hash',
  'model_profile_hash',
  'conversation_hash',
  'governance_policy_hash',
  'schema_version',
  'canonicalization_version',
  'chunking_version',
]
const EVIDENCE = [
  'document_root',
  'leaf_count',
  'chunk_idx',
  'chunk_root',
  'base',
  'offset_start',
  'offset_end',
  'text_hash',
]
const PARTS = ['anchors-v1', 'sentences-v1']

const isFirst = (bundle: Obj): boolean => bundle.get('format') === 'arborist-record-v1'

export const cacheKeyOf = (dimensions: Obj): Promise<string> =>
  sha256Text(
    [...KEY, 'verifier_policy_hash']
      .filter((k) => dimensions.has(k))
      .map((k) => str(dimensions, k))
      .join('|'),
  )

async function chunkProofs(chunks: Obj[], evidence: Obj[]): Promise<string> {
  if (chunks.length !== evidence.length) return `chunk_missing: ${evidence.length} passages, ${chunks.length} chunks`
  for (const [i, chunk] of chunks.entries()) {
    const at = ` (E${i + 1})`
    const proof = readProof(obj(chunk, 'proof'))
    const said = evidence[i]
    if (chunk.has('text') && (await leafOf(str(chunk, 'text'))) !== proof.leaf)
      return 'leaf_mismatch: the text has another leaf' + at
    if (proof.leaf !== hash(said, 'chunk_root')) return 'chunk_root_mismatch' + at
    if (proof.leaf_index !== num(said, 'chunk_idx')) return 'chunk_idx_mismatch' + at
    if (proof.root !== hash(said, 'document_root')) return 'document_root_mismatch' + at
    if (proof.leaf_count !== num(said, 'leaf_count')) return 'leaf_count_mismatch' + at
    const refused = await refusal(proof)
    if (refused) return refused + at
  }
  return ''
}

const sourceOf = (run: Obj, passage: Obj): Obj => {
  const source = objs(run, 'sources').find((s) => s.get('document_root') === passage.get('document_root'))
  if (!source) throw new Error('unknown_source: a passage is of no source')
  return source
}

async function spans(chunks: Obj[], passages: Obj[], first: boolean): Promise<string> {
  for (const [i, chunk] of chunks.entries()) {
    if (chunk.get('base') !== 'identity') continue
    const begin = num(passages[i], 'offset_start')
    const end = num(passages[i], 'offset_end')
    const text = str(chunk, 'text')
    const span = text.slice(unitsOf(text, begin), unitsOf(text, end))
    if ((first && begin !== 0) || countCodePoints(span) !== end - begin) return `offset_mismatch (E${i + 1})`
    if ((await sha256Text(span)) !== hash(passages[i], 'text_hash')) return `text_hash_mismatch (E${i + 1})`
  }
  return ''
}

async function evidenceMapRoot(passages: Obj[]): Promise<string> {
  const ids = await Promise.all(
    passages.map(
      async (p) =>
        `E${(await sha256Text(`${hash(p, 'chunk_root')}:${num(p, 'offset_start')}:${num(p, 'offset_end')}`)).slice(0, 8)}`,
    ),
  )
  return rootOf((await Promise.all(ids.map(sha256Text))).sort())
}

// Of an answer that only points the stage also hashes the list of sentences.
async function evidenceStage(run: Obj, mode: string): Promise<string> {
  const root = await evidenceMapRoot(objs(run, 'passages'))
  if (mode !== 'select') return root
  const sentences = obj(run, 'parts').get('sentences-v1')
  return J(object({ evidence_map_root: root, sentences_hash: await J(sentences ?? null) }))
}

const failureStage = (run: Obj, verdict: Obj): Exact =>
  verdict.get('audit_mode') === 'STRICT'
    ? null
    : list(run, 'sources').length === 0
      ? 'retrieval'
      : num(verdict, 'n_quotes') === 0
        ? 'context'
        : 'answer'

// The hash of each stage, from what the bundle says went into it: docs/format/run-dag.md.
async function stagesOf(run: Obj): Promise<Map<string, string>> {
  const dimensions = obj(run, 'dimensions')
  const verdict = obj(run, 'verdict')
  const dag = obj(run, 'run_dag')
  const mode = str(obj(run, 'policy'), 'answer_mode')
  const answer = str(run, 'answer_text')
  const summary = await J(
    objs(run, 'sources').map((s) => pick(s, ['chunk_idx', 'document_root', 'score', 'source_role'])),
  )
  const plan = run.get('retrieval_plan')
  const stages = new Map<string, string>([
    ['question', str(dimensions, 'question_hash')],
    [
      'retrieval',
      plan instanceof Map
        ? await J(object({ retrieval_plan_hash: await J(plan), sources_summary_hash: summary }))
        : summary,
    ],
    ['context', str(dimensions, 'source_root')],
    ['evidence_map', await evidenceStage(run, mode)],
    ['prompt', str(dimensions, 'conversation_hash')],
    ['answer', await sha256Text(answer)],
    ['raw_answer', await sha256Text(str(run, 'raw_answer'))],
    ['render', await sha256Text(answer)],
    [
      'parsed_claim_lattice',
      await J(
        objs(verdict, 'claim_statuses').map((c) =>
          object({ claim_text: c.get('text') ?? null, evidence_ids: c.get('evidence_ids') ?? [] }),
        ),
      ),
    ],
    [
      'verify',
      await J(
        new Map([
          ...pick(verdict, ['audit_mode', 'claim_statuses', 'n_quotes', 'n_verified', 'verifier_method']),
          ['failure_stage', failureStage(run, verdict)],
          ['violations', verdict.get('violations') ?? []],
        ]),
      ),
    ],
    [
      'final_label',
      await J(
        new Map([...pick(verdict, ['audit_mode', 'verifier_method']), ['lookup_path', 'miss'], ['answer_mode', mode]]),
      ),
    ],
  ])
  const payload = dag.get('preflight_payload')
  if (payload instanceof Map) stages.set('preflight', await J(payload))
  return stages
}

async function runDag(run: Obj, record: Obj, redacted: boolean): Promise<string> {
  const dag = obj(run, 'run_dag')
  const nodes = objs(dag, 'nodes')
  const root = await rootOf(nodes.map((n) => hash(n, 'hash')))
  if (root !== hash(dag, 'root')) return differs('root_mismatch', root, hash(dag, 'root'))
  const dimensions = obj(record, 'dimensions')
  const known = redacted
    ? new Map([
        ['question', str(dimensions, 'question_hash')],
        ['prompt', str(dimensions, 'conversation_hash')],
        ['context', str(dimensions, 'source_root')],
        ['answer', hash(record, 'answer_hash')],
        ['render', hash(record, 'answer_hash')],
      ])
    : await stagesOf(run)
  for (const node of nodes) {
    const computed = known.get(str(node, 'stage'))
    if (computed !== undefined && computed !== str(node, 'hash'))
      return differs(`stage_mismatch, ${str(node, 'stage')}`, computed, str(node, 'hash'))
  }
  return ''
}

function recordStates(record: Obj, run: Obj, key: string, redacted: boolean): string {
  if (record.get('cache_key') !== key) return 'record_mismatch: another key'
  if (record.get('run_dag_root') !== obj(run, 'run_dag').get('root')) return 'record_mismatch: another run'
  if (!same(record.get('model'), run.get('model'))) return 'record_mismatch: another model'
  if (redacted) return ''
  if (!same(record.get('dimensions'), run.get('dimensions'))) return 'record_mismatch: other dimensions'
  if (record.get('audit_mode') !== obj(run, 'verdict').get('audit_mode')) return 'record_mismatch: another label'
  if (
    !same(
      record.get('evidence'),
      objs(run, 'passages').map((p) => pick(p, EVIDENCE)),
    )
  )
    return 'record_mismatch: other evidence'
  for (const name of ['citation_rule', 'citations'])
    if ((record.has(name) || run.has(name)) && !same(record.get(name), run.get(name)))
      return `record_mismatch: other ${name}`
  return ''
}

// Of record-v2: the rendering is the policy's, each part has its hash, and this page knows its name.
async function checkParts(record: Obj, run: Obj, redacted: boolean, checks: Checks): Promise<void> {
  const named = objs(record, 'parts')
  const unknown = named.map((part) => str(part, 'name')).filter((name) => !PARTS.includes(name))
  await checks.add('rendering', 'the record names the rendering of the policy', () =>
    differs(
      'record_mismatch',
      String(obj(run, 'policy').get('rendering') ?? 'reference-v9.8'),
      str(record, 'rendering'),
    ),
  )
  if (redacted && named.length) checks.note('parts', 'skipped', 'the file leaves their contents out')
  else if (!redacted)
    await checks.add('parts', `${named.length} further parts have their hashes`, async () => {
      const parts = obj(run, 'parts')
      if (parts.size !== named.length) return 'record_mismatch: other parts'
      for (const part of named) {
        const content = parts.get(str(part, 'name'))
        if (content === undefined || (await J(content)) !== hash(part, 'hash'))
          return `record_mismatch: part ${str(part, 'name')}`
      }
      return ''
    })
  if (unknown.length)
    checks.note('parts, unknown', 'elsewhere', `this page does not know ${unknown.join(', ')}; a newer program may`)
  if (!redacted) checks.note('citations', 'elsewhere', 'that the units rest on the sentences named')
}

async function checkTexts(statement: Obj, run: Obj, dimensions: Obj, first: boolean, checks: Checks): Promise<void> {
  const chunks = objs(statement, 'chunks')
  const passages = objs(run, 'passages')
  const marked = chunks.filter((c) => c.get('base') !== 'identity').length
  await checks.add(
    'chunk_rule',
    'each text can be such a chunk under its rule',
    () =>
      chunks
        .map((chunk, i) =>
          chunkProblem(
            str(chunk, 'text'),
            num(passages[i], 'chunk_idx'),
            num(passages[i], 'leaf_count'),
            str(sourceOf(run, passages[i]), 'chunking_version'),
          ),
        )
        .find((problem) => problem) ?? '',
  )
  await checks.add(
    'spans',
    `what the model saw is cut from the chunks${marked ? `, in ${chunks.length - marked} of ${chunks.length}` : ''}`,
    () => spans(chunks, passages, first),
  )
  if (marked)
    checks.note(
      'spans, markup',
      'elsewhere',
      `${marked} of ${chunks.length} chunks hold markup, which this page does not turn into prose`,
    )
  await checks.add('question_hash', 'the canonical question has its hash', async () =>
    differs(
      'question_hash_mismatch',
      await sha256Text(canonicalQuestion(str(run, 'question'), str(obj(run, 'policy'), 'question_dedup'))),
      str(dimensions, 'question_hash'),
    ),
  )
  await checks.add('messages', 'the messages have the conversation hash', async () =>
    differs('conversation_hash_mismatch', await J(list(statement, 'messages')), str(dimensions, 'conversation_hash')),
  )
  await checks.add('answer', 'the answer has its hash', async () =>
    differs(
      'answer_hash_mismatch',
      await sha256Text(str(run, 'answer_text')),
      hash(obj(statement, 'record'), 'answer_hash'),
    ),
  )
}

// Why an event's own hash does not hold, and why it does not stand in its log; empty when it does.
export const eventProblem = async (log: Obj): Promise<string> =>
  differs(
    'event_hash_mismatch',
    await sha256Text(hash(log, 'previous') + canonical(obj(log, 'event'))),
    hash(log, 'event_hash'),
  )

export async function placeProblem(log: Obj): Promise<string> {
  const event = obj(log, 'event')
  const tree = obj(log, 'tree')
  const refused = await logRefusal(
    hash(log, 'event_hash'),
    num(event, 'seq'),
    num(tree, 'size'),
    list(tree, 'path').map(String),
    hash(tree, 'root'),
  )
  if (refused) return refused
  const checkpoint = await J(
    object({ log: event.get('log') ?? null, root: tree.get('root')!, size: tree.get('size')! }),
  )
  return differs('checkpoint_hash_mismatch', checkpoint, hash(tree, 'checkpoint_hash'))
}

async function checkLog(log: Obj, statement: Obj, checks: Checks): Promise<void> {
  const event = obj(log, 'event')
  const tree = obj(log, 'tree')
  await checks.add('event', `event ${num(event, 'seq')} of the log records this key, record and run`, async () => {
    const problem = await eventProblem(log)
    if (problem) return problem
    if (!/^providence_(insert|insert_refuted|reclassify)$/.test(str(event, 'type')))
      return `event_type: ${str(event, 'type')}`
    if (event.get('subject') !== statement.get('cache_key')) return 'event_subject: another key'
    if (obj(event, 'hashes').get('record') !== statement.get('record_hash')) return 'event_record: another record'
    if (obj(event, 'hashes').get('run_dag') !== obj(obj(statement, 'run'), 'run_dag').get('root'))
      return 'event_run_dag: another run'
    return ''
  })
  await checks.add('log_place', `the event stands in the tree of ${num(tree, 'size')} events`, () => placeProblem(log))
}

export async function checkRecord(bundle: Obj, checks: Checks): Promise<Pick<Report, 'subject' | 'shown'>> {
  const statement = obj(bundle, 'statement')
  const run = obj(statement, 'run')
  const record = obj(statement, 'record')
  const dimensions = obj(record, 'dimensions')
  const redacted = statement.get('redacted') === true
  const sources = objs(run, 'sources')
  await checks.add('versions', 'the rules that made the roots are known here', () =>
    sources
      .map(unknownVersions)
      .filter((problem) => problem)
      .join(', '),
  )
  await checks.add('chunk_proofs', 'every chunk of the context leads to the root of its document', () =>
    chunkProofs(objs(statement, 'chunks'), objs(record, 'evidence')),
  )
  await checks.add('sources', `${sources.length} documents have the common root of the key`, async () =>
    differs(
      'source_root_mismatch',
      await rootOf([...new Set(sources.map((s) => hash(s, 'document_root')))].sort(byCodePoint)),
      str(dimensions, 'source_root'),
    ),
  )
  if (redacted)
    for (const name of ['chunk_rule', 'spans', 'question_hash', 'messages', 'answer'])
      checks.note(name, 'skipped', 'the file leaves the texts out')
  else await checkTexts(statement, run, dimensions, isFirst(bundle), checks)
  await checks.add('policy', 'the policy has its hash', async () =>
    differs('policy_hash_mismatch', await J(obj(run, 'policy')), str(dimensions, 'governance_policy_hash')),
  )
  await checks.add('model', 'the model profile has its hash', async () =>
    differs(
      'model_mismatch',
      await J(pick(obj(run, 'model'), ['model_id', 'quantization', 'revision'])),
      str(dimensions, 'model_profile_hash'),
    ),
  )
  await checks.add('cache_key', 'the dimensions give the key', async () =>
    differs('cache_key_mismatch', await cacheKeyOf(dimensions), hash(statement, 'cache_key')),
  )
  await checks.add('run_dag', `the ${list(obj(run, 'run_dag'), 'nodes').length} stages give the root of the run`, () =>
    runDag(run, record, redacted),
  )
  await checks.add(
    'record',
    'the record states this run and has its hash',
    async () =>
      recordStates(record, run, hash(statement, 'cache_key'), redacted) ||
      differs('record_hash_mismatch', await J(record), hash(statement, 'record_hash')),
  )
  if (!isFirst(bundle)) await checkParts(record, run, redacted, checks)
  await checkLog(obj(bundle, 'log'), statement, checks)
  if (!redacted) {
    checks.note('verdict', 'elsewhere', 'that the verifier, run again on the passages, gives this label')
    checks.note('messages, prompt', 'elsewhere', 'that prompt, question and passages give these messages')
    checks.note('answer, repair', 'elsewhere', 'that what the model wrote gives the answer shown')
  }
  if (!obj(run, 'policy').has('policy_version'))
    checks.note(
      'rendering',
      'skipped',
      'the policy has no version: titles and excerpts are shown as they are, and one with line breaks can look like a claim',
    )
  checks.note('unknown_field', 'elsewhere', 'that the file holds no member beside those of the format')
  const label = { label: 'label', text: str(record, 'audit_mode') }
  return {
    subject: `An answer from ${list(record, 'evidence').length} passages of ${sources.length} documents`,
    shown: redacted
      ? [label]
      : [{ label: 'question', text: str(run, 'question') }, { label: 'answer', text: str(run, 'answer_text') }, label],
  }
}
