// SPDX-License-Identifier: AGPL-3.0-only
// What the program's words mean, in sentences. None of them says that an answer is true.

const rungs: Record<string, string> = {
  'EVIDENCE-WARRANTED': 'Every claim is stated by the passage it cites, and its names, dates and counts stand there.',
  'EVIDENCE-WARRANTED-PARTIAL':
    'Some claims are stated by the passages they cite, with their names, dates and counts. Some are not.',
  'ANCHOR-WARRANTED': 'Every claim is stated by the passage it cites, and there are notes on the answer.',
  'ANCHOR-WARRANTED-PARTIAL':
    'Some claims are stated by the passages they cite, some are not, and there are notes on the answer.',
  'POINTER-LINKED': 'Every claim is stated by the passage it cites. That it answers the question is for you to judge.',
  'POINTER-LINKED-PARTIAL': 'Some claims are stated by the passages they cite. Some are not.',
  'SOURCE-QUOTED': 'Quoted from the source. That it answers the question is not checked.',
  'SOURCE-QUOTED-PARTIAL':
    'Quoted from the source in part: what stands around other sentences may turn them. That it answers the question is not checked.',
  STRICT: 'Every claim is stated by its passage.',
  HYBRID: 'Some claims are stated by their passages. Some are not.',
  UNGROUNDED: 'No claim is stated by the passages.',
}
export const rungMeaning = (rung: string): string => rungs[rung] ?? 'This page does not know this rung.'

// What stands for the label of a question that was declined: nothing is claimed.
export const DECLINED = 'declined'

// Where in the passages and the corpus a span that did not verify was looked for.
const spanLabels: Record<string, string> = {
  verbatim_in_base: 'It stands in a passage. What failed was something else, such as the pointer.',
  verbatim_in_raw_only: 'It stands in the stored text, but not in the prose made from it: markup.',
  trailing_artifact: 'It begins like a passage, and its tail stands nowhere.',
  paraphrase: 'Most of its content words stand in one passage.',
  partial_paraphrase: 'Some of its content words stand in one passage.',
  no_overlap: 'It shares few words with any passage.',
}
export const spanLabel = (word: string): string => spanLabels[word] ?? word.replaceAll('_', ' ')

const violations: Record<string, string> = {
  TOO_MANY_CLAIMS: 'There are more claims than an answer should have.',
  NO_EVIDENCE_POINTER: 'A line cites nothing.',
  SCHEMA_INVALID: 'A part cannot be read as a claim.',
  MANUAL_QUOTE_VIOLATION: 'A claim copies with quotation marks where it should cite.',
  POINTER_OVERFLOW_TRIMMED: 'A claim cites more passages than it may. The first were judged.',
  TOO_MANY_EVIDENCE_IDS: 'A claim cites more passages than it may.',
  UNKNOWN_EVIDENCE_ID: 'A passage is cited that was not given.',
  SOURCE_ROLE_BLOCKED: 'A source is cited that may not carry an answer.',
  CITATION_MISMATCH: 'A cited passage does not state its claim.',
  LAZY_ANCHOR_DEMOTE: 'Most claims cite the same passage.',
  WARRANT_MISSING: 'A name, date or count that the question asks for does not stand in the cited passage.',
  TITLE_MISMATCH: 'The cited document has a title about something else.',
  SUBJECT_TOKENS_ABSENT: 'Words of the question are in the claim and in no cited passage.',
  DEFLECTION_DETECTED: 'The answer never names what the question is about.',
  SELECTION_REFUSED:
    'The answer holds something else than pointers to sentences that are there. Nothing of it is shown.',
  SELECTION_TRIMMED: 'The answer points to more sentences than it may. The first were judged.',
  TURNED_BY_SURROUNDINGS: 'What stands around a sentence may turn it, or it is too short to tell.',
  FORMAT_COLLAPSED: 'The answer is not written line by line with citations.',
}
export const violation = (kind: string): string => violations[kind] ?? kind.toLowerCase().replaceAll('_', ' ')

const stageNames: Record<string, [string, string]> = {
  preflight: ['Question', 'what it asks for'],
  retrieval: ['Search', 'passages that may answer'],
  lookup: ['Records', 'was it answered before?'],
  model: ['Answer', 'written from the passages'],
  verify: ['Check', 'each claim against them'],
  record: ['Keep', 'with its event in the log'],
}
export const STAGES = Object.keys(stageNames)
export const stageName = (stage: string): string => stageNames[stage]?.[0] ?? stage
export const stageHint = (stage: string): string => stageNames[stage]?.[1] ?? ''

const runStages: Record<string, string> = {
  question: 'Question',
  preflight: 'Preflight',
  retrieval: 'Retrieval',
  context: 'Context',
  evidence_map: 'Evidence map',
  prompt: 'Prompt',
  answer: 'Answer',
  raw_answer: 'What was written',
  parsed_claim_lattice: 'Claims',
  verify: 'Check',
  render: 'Answer shown',
  final_label: 'Label',
}
export const runStage = (stage: string): string => runStages[stage] ?? stage

const roles: Record<string, string> = {
  primary_answer_source: 'primary source',
  secondary_context_source: 'context',
  background_source: 'background',
  unclassified: '',
}
export const role = (name: string): string => roles[name] ?? name.replaceAll('_', ' ')

const states: Record<string, string> = {
  live: 'Served when the question is asked again.',
  failed: 'Judged wrong. It is not served.',
  stale: 'Its sources changed, or somebody said so. It is not served.',
  quarantined: 'Set aside until somebody looks at it. It is not served.',
}
export const stateMeaning = (state: string): string => states[state] ?? ''

const events: Record<string, string> = {
  log_created: 'The log began',
  document_added: 'A document came in',
  document_superseded: 'A document replaced another',
  location_added: 'A document got another address',
  document_restored: 'An earlier document came back',
  location_updated: 'An address was read again',
  location_gone: 'An address has no text any more',
  alias_added: 'A redirect',
  dictionary_added: 'A compression dictionary',
  dictionary_removed: 'A compression dictionary went',
  document_burn: 'A document was deleted',
  document_burn_forced: 'A document was deleted with what hung on it',
  document_gone: 'A document has no address any more',
  document_evict_warm: 'A text was evicted',
  document_evict_cold: 'A text was evicted, with its index',
  document_rehydrate: 'An evicted text came back',
  core_derived: 'A core was made of a document',
  snapshot_create: 'A snapshot was taken',
  token_create: 'A token was made',
  token_revoke: 'A token was revoked',
  shard_head: 'The state of a shard was noted',
  providence_insert: 'An answer was kept',
  question_rejected: 'A question was turned away',
  question_unanswered: 'A question had no source',
  question_burn: 'A declined question was burned',
  providence_insert_refuted: 'An answer was kept that had failed before',
  falsify_failed: 'A record was judged wrong',
  falsify_stale: 'A record became stale',
  falsify_quarantined: 'A record was set aside',
  falsify_live: 'A record is live again',
  providence_reclassify: 'A record was judged again',
  providence_burn: 'A record was deleted',
  providence_burn_forced: 'A record was deleted with what hung on it',
}
export const eventText = (type: string): string => events[type] ?? type.replaceAll('_', ' ')
