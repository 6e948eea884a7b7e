// SPDX-License-Identifier: AGPL-3.0-only
// The server's API, docs/api/openapi.yaml, with the fields that this page reads.
import { readEvents } from './sse'

export type Label = 'STRICT' | 'HYBRID' | 'UNGROUNDED'
export type RecordState = 'live' | 'failed' | 'stale' | 'quarantined'
export interface PassageSpan {
  number: number
  offset_start: number
  offset_end: number
  text: string
  source?: string
}
export interface Unit {
  text: string
  status: string
  verified?: boolean
  partly?: boolean
  diagnosis?: string | null
  verdict?: string // of lexical-v3: stated, close, not_found, not_checked
  unsupported?: { begin: number; end: number }[] // code points of text
  reason?: string
  subject_from?: string
  passage?: PassageSpan
  context?: PassageSpan[] // what introduces a sentence that was pointed to, the outermost first
  pointer_ids?: string[]
  reasons?: string[]
}
export interface Violation {
  kind: string
  claim_idx?: number
  [field: string]: unknown
}
export interface Source {
  document_root: string
  document_uri: string
  title: string
  source_role: string
  score: number
  chunk_idx: number
  base?: string
  leaf_count?: number
}
export interface Verdict {
  audit_mode: Label
  rung: string
  verifier?: string
  verifier_method: string
  n_quotes: number
  n_verified: number
  claim_statuses: Unit[]
  unverified_quotes?: string[]
  violations?: Violation[]
}
export interface Answer extends Verdict {
  question: string
  answered_question?: string | null
  answer_text: string
  units?: Unit[]
  sources: Source[]
  cache_key: string | null
  key_dims: Record<string, string> | null
  lookup_path: string
  cached: boolean
  stored?: boolean
  declined: boolean
  failure_stage: string | null
  falsified_before: boolean
  run_dag_root: string
  model: { model_id: string }
  reply?: { finish_reason?: string; structured_output?: string; nearest?: { number: number; text: string }[] }
  confidence?: number | null
  preflight: Record<string, unknown>
  timings_ms: Record<string, number>
}
export interface Passage {
  document_root: string
  document_uri: string
  title: string | null
  chunk_idx: number
  leaf_count: number
  chunk_root: string
  source_role: string
  text_hash: string
  offset_start?: number // where the passage begins, in code points of the base of its chunk
  offset_end: number
}
export interface RecordSummary {
  cache_key: string
  question: string
  audit_mode: Label
  rung: string
  verifier_method: string
  state: RecordState
  drifted: boolean
  model: string
  chain: string
  created_at: number
  hits: number
  revision: number
  declined: boolean
}
export interface Run {
  answer_text: string
  raw_answer: string
  declined: boolean
  dimensions: Record<string, string>
  model: Record<string, string>
  passages: Passage[]
  policy: Record<string, unknown>
  sources: Source[]
  units?: Unit[]
  verdict: Verdict
  rung: string
  run_dag: { root: string; nodes: { stage: string; hash: string }[] }
  retrieval_plan?: Record<string, unknown>
}
export interface Falsification {
  from: string
  to: string
  reason: string | null
  actor: string
  time: number
  event_seq: number
}
export interface FullRecord extends RecordSummary {
  record_hash: string
  run_dag_root: string
  answer_hash: string
  audit_event_hash: string
  event_seq: number
  falsifications: Falsification[]
  run: Run
  passage_texts: string[] | null
  evidence_missing: string | null
}
export interface Explanation {
  holds: boolean
  missing: string
  root_holds: boolean
  record_holds: boolean
  stages: {
    stage: string
    hash: string
    recomputed?: string | null
    equal?: boolean | null
    facts: { label: string; text: string }[]
  }[]
}
export interface Inspection {
  spans: {
    text: string
    label: string
    coverage: number
    diagnosis: string | null
    tail?: string
    nearest?: { passage: number; text: string }
    corpus: {
      document_root: string
      document_uri?: string
      title: string
      chunk_idx?: number
      snippet?: string
      text?: string
    }[]
  }[]
  deflection: { kind: string | null; subject_anchor: string }
  topic_shift: { detected: boolean; foreign: string[] }
}
export interface DocumentSummary {
  document_root: string
  document_uri: string
  uris: string[]
  title: string
  kind: string
  leaf_count: number
  chunking_version: string
  superseded: boolean
}
export interface Location {
  uri: string
  title: string
  state: string
  first_seen: number
  last_seen: number
}
export interface FullDocument extends DocumentSummary {
  source_type: string
  canonicalization_version: string
  text_bytes: number
  ingest_ts: number
  shard: string
  locations: Location[]
  links: string[]
}
export interface Chunk {
  chunk_idx: number
  leaf_hash: string
  text: string
  base_text?: string // without markup, when asked for
}
export interface ProvedChunk extends Chunk {
  document_root: string
  leaf_count: number
  proof: {
    leaf: string
    leaf_index: number
    siblings: { hash: string; is_left: boolean }[]
    root: string
    leaf_count: number
  }
}
export interface Version extends Location {
  document_root: string
  leaf_count: number
  text_bytes: number
}
export interface Followed {
  uri: string
  shard: string
  last_run: number
  outcome: string
}
export interface Place {
  label: string // "page 12"
  fragment: string // of a link to the source
}
export interface Hit {
  rank: number
  document_root: string
  document_uri: string
  title: string
  chunk_idx: number
  score: number
  snippet: string
  place?: Place | null
}
export interface Counts {
  documents: number
  current_documents: number
  chunks: number
  text_bytes: number
  store_bytes: number
  events: number
}
export interface Stats extends Counts {
  shards: (Counts & { name: string })[]
  records: {
    records: number
    hits: number
    bytes: number
    states: Record<string, number>
    labels: Record<string, number>
  } | null
}
export interface Whoami {
  scopes: string[]
  local: boolean
  name: string | null
  shards: string[] | null
  expires_at: number | null
}
export interface Config {
  version: string
  model: string
  answer_mode: string
  verifier: string
  limits: { question_bytes: number; upload_bytes: number; bundle_bytes: number; concurrent_asks: number }
}
export interface LogEvent {
  seq: number
  type: string
  time: number
  subject: string
  actor: string
  hashes: Record<string, string>
  event_hash: string
}
export interface Events {
  store: string
  size: number
  items: LogEvent[]
  next: number | null
}
export interface LogHealth {
  ok: boolean
  logs: { store: string; log: string; size: number; head: string; ok: boolean; checked_from: number; detail: string }[]
}
export interface Checkpoint {
  size: number
  root: string
  signed_at: number
  note: string
  signature_holds: boolean | null
}
export interface Checkpoints {
  items: Checkpoint[]
  origin: string
  key: string | null
  log_size: number
}
export interface Snapshot {
  snapshot: number
  snapshot_root: string
  doc_count: number
  taken_at: number
  reason: string | null
}
export interface SnapshotDiff {
  added: number
  removed: number
  same: number
  items: { change: 'added' | 'removed'; document_root: string; document_uri: string | null; title: string | null }[]
  next: number | null
}
export interface Verification {
  valid: boolean
  checks: { name: string; ok: boolean; detail: string; state?: string }[]
  not_proved: string[]
}
export interface IngestReport {
  added: number
  unchanged: number
  superseded: number
  revised: number
  skipped: { path: string; reason: string }[]
  document_root?: string
}
export interface Page<T, N = string | number> {
  items: T[]
  next?: N | null
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

const TOKEN = 'arborist.token'
export const token = {
  get: (): string => sessionStorage.getItem(TOKEN) ?? '',
  set: (value: string): void => (value ? sessionStorage.setItem(TOKEN, value) : sessionStorage.removeItem(TOKEN)),
}

interface Options {
  method?: string
  body?: string | Blob
  type?: string
  accept?: string
  signal?: AbortSignal
}

async function send(path: string, options: Options = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: options.accept ?? 'application/json' }
  if (token.get()) headers.Authorization = `Bearer ${token.get()}`
  if (options.body !== undefined) headers['Content-Type'] = options.type ?? 'application/json'
  let response: Response
  try {
    response = await fetch(path, {
      method: options.method ?? 'GET',
      headers,
      body: options.body,
      signal: options.signal,
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new ApiError(0, 'unreachable', 'The server does not answer. Is arborist serve still running?')
  }
  if (!response.ok) throw await errorOf(response)
  return response
}

async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    return new ApiError(response.status, error.code, error.message)
  } catch {
    return new ApiError(response.status, 'unexpected', `the server answered with status ${response.status}`)
  }
}

type Query = Record<string, string | number | boolean | null | undefined>
function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return '/api/v1' + path + (text ? `?${text}` : '')
}

const get = async <T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> =>
  (await send(withQuery(path, query), { signal })).json() as Promise<T>
const post = async <T>(path: string, body: unknown): Promise<T> =>
  (await send(withQuery(path, {}), { method: 'POST', body: JSON.stringify(body) })).json() as Promise<T>

export const api = {
  whoami: () => get<Whoami>('/whoami'),
  config: () => get<Config>('/config'),
  stats: () => get<Stats>('/stats'),
  search: (q: string, signal?: AbortSignal) =>
    get<Page<Hit> & { cold_documents: number }>('/search', { q, limit: 20 }, signal),
  documents: (query: Query) => get<Page<DocumentSummary, string>>('/documents', query),
  document: (root: string) => get<FullDocument>(`/documents/${root}`),
  text: (root: string) => get<{ text: string }>(`/documents/${root}/text`),
  chunks: (root: string, from: number, limit: number, base: string) =>
    get<Page<Chunk, number> & { leaf_count: number; base?: string }>(`/documents/${root}/chunks`, {
      from,
      limit,
      base,
    }),
  chunk: (root: string, index: number) => get<ProvedChunk>(`/documents/${root}/chunks/${index}`),
  versions: (uri: string) => get<Page<Version>>('/versions', { uri }),
  records: (query: Query) => get<Page<RecordSummary, number>>('/records', query),
  record: (key: string) => get<FullRecord>(`/records/${key}`),
  explain: (key: string) => get<Explanation>(`/records/${key}/explain`),
  inspect: (key: string) => get<Inspection>(`/records/${key}/inspect`),
  falsify: (key: string, state: string, reason: string) =>
    post<{ from: string; to: string }>(`/records/${key}/falsify`, { state, reason }),
  burn: (name: string, force: boolean) => post<{ kind: string; records: number }>('/burn', { name, force }),
  emergent: (aggregate: boolean) => get<Page<Record<string, unknown>>>('/emergent', { aggregate, limit: 50 }),
  check: (body: unknown) => post<Verdict>('/check', body),
  events: (query: Query) => get<Events>('/log', query),
  logHealth: (full: boolean) => get<LogHealth>('/log/health', { full }),
  checkpoints: () => get<Checkpoints>('/checkpoints'),
  signCheckpoint: () => post<{ made: boolean }>('/checkpoints', {}),
  followed: () => get<Page<Followed>>('/followed'),
  snapshots: () => get<Page<Snapshot>>('/snapshots'),
  takeSnapshot: (reason: string) => post<Snapshot>('/snapshots', { reason }),
  snapshotDiff: (number: number) => get<SnapshotDiff>(`/snapshots/${number}/diff`),
  // The bytes as they came: parsing and writing again would lose what the hashes cover.
  prove: async (query: Query): Promise<string> => (await send(withQuery('/prove', query))).text(),
  verify: async (bundle: string): Promise<Verification> =>
    (await send('/api/v1/verify', { method: 'POST', body: bundle })).json() as Promise<Verification>,
  upload: async (body: Blob, type: string, query: Query): Promise<IngestReport> =>
    (await send(withQuery('/documents', query), { method: 'POST', body, type })).json() as Promise<IngestReport>,
  async query(body: Record<string, unknown>, onStage: (stage: string) => void, signal: AbortSignal): Promise<Answer> {
    const path = 'document' in body ? '/api/v1/ask' : '/api/v1/query'
    const response = await send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      accept: 'text/event-stream',
      signal,
    })
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) return (await response.json()) as Answer
    for await (const { event, data } of readEvents(response.body!)) {
      const value = JSON.parse(data)
      if (event === 'stage') onStage(value.stage)
      if (event === 'answer') return value as Answer
      if (event === 'error')
        throw new ApiError(200, value.error?.code ?? 'error', value.error?.message ?? 'the run failed')
    }
    throw new ApiError(0, 'cut', 'The connection ended before the answer came. Ask again: a finished run is kept.')
  },
}
