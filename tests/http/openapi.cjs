// SPDX-License-Identifier: AGPL-3.0-only
// Calls every operation of an OpenAPI file and holds status, media type and body against it.
// usage: node openapi.cjs URL FILE
'use strict';
const fs = require('node:fs');
const http = require('node:http');
const yaml = require('js-yaml');
const Ajv = require('ajv/dist/2020');

const [url, file] = process.argv.slice(2);
const token = process.env.ARBORIST_TOKEN, weak = process.env.ARBORIST_WEAK_TOKEN, verifierKey = process.env.ARBORIST_VERIFIER_KEY;
const api = yaml.load(fs.readFileSync(file, 'utf8'));
const ajv = new Ajv({strict: false, allErrors: true});
ajv.addSchema(api, 'api');

let failures = 0;
const fail = (message) => { ++failures; console.error('openapi: ' + message); };
const seen = new Map();  // operationId -> statuses

const operations = new Map();
for (const [path, item] of Object.entries(api.paths)) {
  for (const method of ['get', 'post', 'put', 'delete']) {
    if (item[method]) operations.set(item[method].operationId, {path, method, ...item[method]});
  }
}

function resolve(node) {
  while (node && node.$ref) node = node.$ref.slice(2).split('/').reduce((at, key) => at[key.replace(/~1/g, '/').replace(/~0/g, '~')], api);
  return node;
}

// Schemas may hold references to the whole file.
function check(schema, value, what) {
  const text = JSON.stringify(schema).replace(/"\$ref":"#\//g, '"$ref":"api#/');
  const validate = ajv.compile(JSON.parse(text));
  if (!validate(value)) fail(`${what}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 400)}`);
}

function send(method, path, {headers = {}, body} = {}) {
  return new Promise((done, broken) => {
    const request = http.request(url + path, {method: method.toUpperCase(), headers}, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => { text += piece; });
      response.on('end', () => done({status: response.statusCode, type: (response.headers['content-type'] || '').split(';')[0], text}));
    });
    request.on('error', broken);
    if (body !== undefined) request.write(body);
    request.end();
  });
}

let raw = '';  // the text of the last JSON answer

// One call of an operation; the answer must be as the file says.
async function call(id, status, {params = {}, query = {}, json, text, type, headers = {}, as} = {}) {
  const operation = operations.get(id);
  if (!operation) throw new Error('no operation ' + id);
  let path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]));
  const search = new URLSearchParams(query).toString();
  if (search) path += '?' + search;
  const sent = {...headers};
  if (as) sent.authorization = 'Bearer ' + as;
  let body;
  if (json !== undefined) { body = JSON.stringify(json); sent['content-type'] = 'application/json'; }
  if (text !== undefined) { body = text; sent['content-type'] = type; }
  if (json !== undefined && status === 200) check(operation.requestBody.content['application/json'].schema, json, id + ' request');
  if (body !== undefined) sent['content-length'] = Buffer.byteLength(body);
  const answer = await send(operation.method, path, {headers: sent, body});
  const what = `${id} ${status}`;
  if (answer.status !== status) { fail(`${what}: the server said ${answer.status} ${answer.text.slice(0, 300)}`); return {}; }
  const described = resolve(operation.responses[String(status)]);
  if (!described) { fail(`${what}: the file does not describe this status`); return {}; }
  seen.set(id, (seen.get(id) || new Set()).add(String(status)));
  if (!described.content) return {};
  const media = described.content[answer.type];
  if (!media) { fail(`${what}: the file does not describe ${answer.type}`); return {}; }
  if (answer.type !== 'application/json') return answer.text;
  raw = answer.text;
  const value = JSON.parse(answer.text);
  check(media.schema, value, what);
  return value;
}

(async () => {
  const proxied = {headers: {'x-forwarded-for': '127.0.0.1'}};
  const question = 'When did the Erie Canal open?';

  await call('health', 200);
  const metrics = await call('metrics', 200);
  if (!/^arborist_http_requests_total\{/m.test(metrics)) fail('metrics: no counter of requests');
  await call('whoami', 200);
  await call('whoami', 200, {as: token});
  await call('whoami', 401, {as: 'arb_wrong'});
  await call('config', 200);

  const answer = await call('query', 200, {json: {question}});
  const again = await call('query', 200, {json: {question}});
  await call('query', 200, {json: {question}});
  if (again.cached !== true) fail('query: the second time is not from the cache');
  await call('query', 200, {json: {question, mode: 'quote', top_k: 3, over_fetch: 9, keywords: 'canal', fidelity: 'strict', dedup: 'strict', verifier: 'lexical-v2', max_context_chars: 4000, reject_broad: true, bind_verifier: true, chain: 'private'}});
  const stream = await call('query', 200, {json: {question: 'What grew quickly?'}, headers: {accept: 'text/event-stream'}});
  if (!/^event: answer$/m.test(stream) || !/^event: stage$/m.test(stream)) fail('query: stages and answer do not come as events');
  await call('query', 400, {json: {question, endpoint: 'http://evil.example'}});
  await call('query', 401, {json: {question}, ...proxied});
  await call('query', 403, {json: {question}, as: weak});
  await call('query', 413, {json: {question: 'a'.repeat(70000)}});
  await call('query', 200, {json: {question, burn: true}, as: token});
  await call('ask', 200, {json: {question, document: 'https://docs.example/canal.txt'}});
  await call('ask', 404, {json: {question, document: 'https://docs.example/none'}});
  await call('search', 200, {query: {q: 'erie canal', limit: 2, per_document: 1}});
  await call('search', 400, {query: {q: 'canal', limit: 0}});
  await call('search', 401, {query: {q: 'canal'}, ...proxied});
  await call('search', 404, {query: {q: 'canal'}, as: weak});
  await call('check', 200, {json: {answer: 'The canal opened in 1825.', context: ['The canal opened in 1825.']}});
  await call('check', 200, {json: {answer: 'It opened in 1825. [E1]', evidence: [{span: 'It opened in 1825.'}], question, mode: 'claim_lattice_pointer', verifier: 'reference-v9.8', entity_policy: 'strict', wikitext: true}});
  await call('check', 400, {json: {answer: 'x'}});

  const list = await call('listDocuments', 200, {query: {limit: 1}});
  await call('listDocuments', 200, {query: {limit: 1, after: list.next, superseded: true}});
  await call('listDocuments', 200, {query: {uri: 'https://docs.example/canal.txt'}});
  await call('listDocuments', 404, {query: {uri: 'https://docs.example/none'}});
  await call('listDocuments', 400, {query: {after: 'zz'}});
  const root = list.items[0].document_root, none = '0'.repeat(64);
  await call('showDocument', 200, {params: {root}});
  await call('showDocument', 404, {params: {root: none}});
  await call('showDocument', 401, {params: {root}, ...proxied});
  await call('documentText', 200, {params: {root}});
  await call('documentText', 404, {params: {root: none}});
  await call('listChunks', 200, {params: {root}, query: {from: 0, limit: 1}});
  await call('listChunks', 400, {params: {root}, query: {from: -1}});
  await call('listChunks', 404, {params: {root: none}});
  await call('showChunk', 200, {params: {root, chunk_idx: 0}});
  await call('showChunk', 404, {params: {root, chunk_idx: 99}});
  await call('showChunk', 400, {params: {root, chunk_idx: 'x'}});
  await call('listVersions', 200, {query: {uri: 'https://docs.example/canal.txt'}});
  await call('listVersions', 404, {query: {uri: 'https://docs.example/none'}});
  await call('listVersions', 400);

  await call('ingest', 200, {query: {uri: 'https://up.example/a'}, text: '# A\n\nA text on locks.', type: 'text/markdown', as: token});
  await call('ingest', 200, {text: '{"uri":"https://up.example/b","title":"B","text":"b"}\n', type: 'application/x-ndjson', as: token});
  await call('ingest', 400, {query: {uri: 'file:///etc/passwd'}, text: 'x', type: 'text/plain', as: token});
  await call('ingest', 401, {query: {uri: 'https://up.example/a'}, text: 'x', type: 'text/plain'});
  await call('ingest', 403, {query: {uri: 'https://up.example/a'}, text: 'x', type: 'text/plain', as: weak});
  await call('ingest', 415, {query: {uri: 'https://up.example/a'}, text: 'x', type: 'application/msword', as: token});

  const key = answer.cache_key;
  const records = await call('listRecords', 200, {query: {state: 'live', label: answer.audit_mode, source: answer.sources[0].document_root, limit: 1}});
  if (!records.items.length) fail('listRecords: the filters find nothing');
  await call('listRecords', 200, {query: {limit: 1, before: records.next || 1000}});
  await call('listRecords', 400, {query: {state: 'odd'}});
  for (const id of ['showRecord', 'recordDag', 'recordPreflight', 'explainRecord', 'inspectRecord']) {
    await call(id, 200, {params: {key}});
    await call(id, 404, {params: {key: none}});
    await call(id, 401, {params: {key}, ...proxied});
  }
  await call('emergent', 200);
  await call('emergent', 200, {query: {aggregate: true, limit: 5}});
  await call('emergent', 400, {query: {limit: 'many'}});
  await call('stats', 200);
  await call('stats', 401, proxied);

  await call('prove', 200, {query: {target: key}});
  const bundle = raw;  // not read and written again: 1.0 would become 1
  await call('prove', 200, {query: {target: key, redact: true}});
  await call('prove', 200, {query: {target: root, chunk: 0}});
  await call('prove', 404, {query: {target: none}});
  await call('prove', 400);
  const verified = await call('verify', 200, {text: bundle, type: 'application/json'});
  if (verified.valid !== true) fail('verify: a bundle of the server is not valid');
  const broken = bundle.replace('1825', '1852');
  const refused = await call('verify', 200, {text: broken, type: 'application/json'});
  if (refused.valid !== false) fail('verify: a changed bundle is valid');
  await call('verify', 400, {json: {format: 'none'}});

  await call('listEvents', 200);
  await call('listEvents', 200, {query: {store: 'main', limit: 1, before: 2}});
  await call('listEvents', 200, {query: {type: 'providence_insert', subject: key.slice(0, 8)}});
  await call('listEvents', 404, {query: {store: 'none'}});
  await call('listEvents', 403, {as: weak});
  const health = await call('logHealth', 200, {query: {full: true}});
  if (health.ok !== true) fail('logHealth: the logs do not hold');
  await call('logHealth', 400, {query: {full: 'perhaps'}});
  await call('rpc', 200, {json: {jsonrpc: '2.0', id: 1, method: 'canonicalize', params: {text: ' a '}}});
  await call('rpc', 204, {json: {jsonrpc: '2.0', method: 'canonicalize', params: {text: ' a '}}});

  await call('verify', 200, {text: JSON.stringify({bundle}), type: 'application/json'});
  const unsigned = await call('verify', 200, {text: JSON.stringify({bundle, key: verifierKey}), type: 'application/json'});
  if (unsigned.valid !== false) fail('verify: a bundle without a checkpoint is valid under a key');
  await call('verify', 400, {json: {bundle, key: 'no key'}});
  await call('verify', 400, {json: {bundle, key_file: '/etc/passwd'}});

  await call('listSnapshots', 200);
  await call('listSnapshots', 403, {as: weak});
  const first = await call('takeSnapshot', 200, {json: {reason: 'before'}, as: token});
  await call('takeSnapshot', 400, {json: {reasons: ''}, as: token});
  await call('takeSnapshot', 401, {json: {}});
  await call('takeSnapshot', 403, {json: {}, as: weak});
  await call('ingest', 200, {query: {uri: 'https://up.example/c'}, text: 'A text on mules.', type: 'text/plain', as: token});
  const shown = await call('showSnapshot', 200, {params: {name: 'latest'}});
  if (shown.matches_corpus !== false || shown.snapshot_root !== first.snapshot_root) fail('showSnapshot: not what was taken');
  await call('showSnapshot', 404, {params: {name: '77'}});
  await call('showSnapshot', 400, {params: {name: 'newest'}});
  const members = await call('listMembers', 200, {params: {name: '1'}, query: {from: 0, limit: 1}});
  if (members.items.length !== 1 || members.next !== 1) fail('listMembers: not one page');
  await call('listMembers', 404, {params: {name: '77'}});
  const diff = await call('diffSnapshot', 200, {params: {name: '1'}, query: {to: 'now'}});
  if (diff.added !== 1 || diff.removed !== 0 || diff.items.length !== 1) fail('diffSnapshot: not what came');
  await call('diffSnapshot', 404, {params: {name: '1'}, query: {to: '77'}});
  const sound = await call('verifySnapshot', 200, {params: {name: '1'}});
  if (sound.ok !== true) fail('verifySnapshot: it does not hold');
  await call('proveMember', 200, {params: {name: '1'}, query: {document: members.items[0]}});
  const member = await call('verify', 200, {text: raw, type: 'application/json'});
  if (member.valid !== true) fail('proveMember: the bundle is not valid');
  await call('proveMember', 404, {params: {name: '1'}, query: {document: 'https://docs.example/none'}});
  await call('proveMember', 400, {params: {name: '1'}});

  const none_yet = await call('listCheckpoints', 200);
  if (none_yet.items.length !== 0) fail('listCheckpoints: there are some');
  const made = await call('signCheckpoint', 200, {json: {}, as: token});
  if (made.made !== true) fail('signCheckpoint: nothing was made');
  await call('signCheckpoint', 401, {json: {}});
  await call('signCheckpoint', 403, {json: {}, as: weak});
  await call('signCheckpoint', 400, {json: {key: 'x'}, as: token});
  const kept = await call('listCheckpoints', 200);
  if (kept.items.length !== 1 || kept.items[0].signature_holds !== true || kept.key !== verifierKey) fail('listCheckpoints: not what was signed');
  await call('listCheckpoints', 403, {as: weak});
  await call('prove', 200, {query: {target: key}});
  const signed = await call('verify', 200, {text: JSON.stringify({bundle: raw, key: verifierKey}), type: 'application/json'});
  if (signed.valid !== true) fail('verify: a signed bundle does not hold under the key');

  await call('distill', 200, {json: {method: 'first-sentence', depth: 1}, as: token});
  await call('distill', 400, {json: {method: 'guess'}, as: token});
  await call('distill', 401, {json: {method: 'tfidf'}});
  await call('distill', 403, {json: {method: 'tfidf'}, as: weak});
  await call('evict', 200, {json: {documents: ['https://docs.example/canal.txt'], tier: 'cold', dry_run: true}, as: token});
  const gone = await call('evict', 200, {json: {documents: ['https://docs.example/canal.txt'], tier: 'cold'}, as: token});
  if (gone.evicted !== 1) fail('evict: nothing went');
  const cold = await call('search', 200, {query: {q: 'hudson'}});
  if (cold.cold_documents !== 1) fail('search: says nothing of the cold document');
  await call('evict', 400, {json: {tier: 'lukewarm'}, as: token});
  await call('evict', 401, {json: {}});
  await call('evict', 403, {json: {}, as: weak});
  await call('evict', 404, {json: {documents: ['https://docs.example/none']}, as: token});
  await call('rehydrate', 404, {json: {documents: ['/etc/passwd']}, as: token});
  await call('rehydrate', 400, {json: {paths: ['/etc/passwd']}, as: token});
  await call('rehydrate', 401, {json: {all: true}});
  await call('rehydrate', 403, {json: {all: true}, as: weak});
  const back = await call('rehydrate', 200, {json: {all: true}, as: token});
  if (back.rehydrated + back.still_evicted !== 1) fail('rehydrate: says nothing of what was evicted');

  await call('falsify', 200, {params: {key}, json: {reason: 'a test', state: 'quarantined'}, as: token});
  await call('falsify', 409, {params: {key}, json: {reason: 'a test', state: 'quarantined'}, as: token});
  await call('falsify', 400, {params: {key}, json: {reason: ' '}, as: token});
  await call('falsify', 401, {params: {key}, json: {reason: 'x'}});
  await call('falsify', 403, {params: {key}, json: {reason: 'x'}, as: weak});
  await call('falsify', 404, {params: {key: none}, json: {reason: 'x'}, as: token});
  await call('burn', 409, {json: {name: key}, as: token});
  await call('burn', 200, {json: {name: key, force: true}, as: token});
  await call('burn', 401, {json: {name: key}});
  await call('burn', 403, {json: {name: key}, as: weak});
  await call('burn', 404, {json: {name: none}, as: token});
  await call('burn', 400, {json: {names: key}, as: token});

  // What no path describes has the shape of an error too.
  for (const [method, path, status] of [['GET', '/nowhere', 404], ['DELETE', '/api/v1/query', 405], ['GET', '/api/v1/../x', 404]]) {
    const stray = await send(method, path);
    if (stray.status !== status) fail(`${method} ${path}: ${stray.status}`);
    check({$ref: '#/components/schemas/Error'}, JSON.parse(stray.text), `${method} ${path}`);
  }
  for (const [id, operation] of operations) {
    if (!seen.get(id)?.has('200')) fail(`${id}: no call was answered with 200`);
  }
  let described = 0, met = 0;
  for (const [id, operation] of operations) {
    for (const status of Object.keys(operation.responses)) { ++described; if (seen.get(id)?.has(status)) ++met; }
  }
  console.log(`openapi: ${operations.size} operations, ${met} of ${described} described answers met, ${failures} failures`);
  process.exit(failures === 0 ? 0 : 1);
})().catch((error) => { console.error(error); process.exit(1); });
