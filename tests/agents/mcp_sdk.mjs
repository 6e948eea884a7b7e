// SPDX-License-Identifier: AGPL-3.0-only
// The protocol's own SDKs as clients: version 1 (2025-06-18, 2025-11-25) and version 2 (2026-07-28), each over stdio
// and over HTTP. The SDKs hold every result against the tool's output schema.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as second from '@modelcontextprotocol/client';
import { StdioClientTransport as SecondStdio } from '@modelcontextprotocol/client/stdio';

const url = new URL('/mcp', process.argv[2]);
const program = process.env.ARBORIST_PROGRAM;
const env = { ...process.env };
const token = { Authorization: `Bearer ${process.env.ARBORIST_TOKEN}` };
// Each client asks in another way, for a kept answer comes without stages.
const ways = [0, 1, 2, 3, 4, 5].map((n) => ({ question: 'When did the Erie Canal open?', max_context_chars: 16000 + n }));

async function use(client, { writes }) {
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  const read = ['search', 'read', 'query', 'check', 'prove', 'explain', 'status'];
  assert.deepEqual(names, writes ? [...read, 'falsify', 'ingest'] : read);
  for (const tool of tools) assert.ok(tool.inputSchema && tool.outputSchema, tool.name);

  const found = await client.callTool({ name: 'search', arguments: { query: 'Erie Canal' } });
  assert.ok(found.structuredContent.items.length > 0);
  const link = found.content.find((item) => item.type === 'resource_link');
  const chunk = await client.readResource({ uri: link.uri });
  assert.ok(JSON.parse(chunk.contents[0].text).proof);

  // Counted where messages come in: when one read brings the answer too, the SDK forgets whom to tell of its progress.
  const stages = [];
  const { transport } = client, take = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (message.method === 'notifications/progress') stages.push(message.params.message);
    take(message, extra);
  };
  const answer = await client.callTool({ name: 'query', arguments: ways.shift() }, ...withProgress(client));
  assert.equal(answer.structuredContent.audit_mode, 'STRICT');
  assert.equal(answer.structuredContent.cached, false);
  assert.ok(stages.includes('retrieval'), `progress came: ${stages}`);
  const key = answer.structuredContent.cache_key;
  const proof = await client.callTool({ name: 'prove', arguments: { target: key } });
  assert.equal(proof.structuredContent.valid, true);
  const explained = await client.callTool({ name: 'explain', arguments: { key } });
  assert.equal(explained.structuredContent.holds, true);
  const checked = await client.callTool({
    name: 'check', arguments: { answer: '"It opened in 1825."', context: 'It opened in 1825.' },
  });
  assert.equal(checked.structuredContent.audit_mode, 'STRICT');
  await client.callTool({ name: 'status', arguments: {} });
  const page = await client.callTool({ name: 'read', arguments: { document: found.structuredContent.items[0].document_root } });
  assert.ok(page.structuredContent.items[0].text.length > 0);
  const { resources } = await client.listResources();
  assert.ok(resources.length > 0);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 5);

  const refused = await client.callTool({ name: 'search', arguments: { query: 'x', home: '/' } });
  assert.equal(refused.isError, true);
  await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }));
  if (writes) {
    const taken = await client.callTool({ name: 'ingest', arguments: { paths: ['lock.txt'] } });
    assert.equal(taken.structuredContent.added + taken.structuredContent.unchanged, 1);
    const outside = await client.callTool({ name: 'ingest', arguments: { paths: ['../docs'] } });
    assert.equal(outside.isError, true);
  }
  await client.close();
}

// The first SDK takes a result schema before the options.
function withProgress(client) {
  const options = { onprogress: () => {} };
  return client instanceof Client ? [undefined, options] : [options];
}

const info = { name: 'arborist-tests', version: '1' };
const flags = ['mcp', '--allow-write', '--root', process.env.ARBORIST_PAPERS];

{
  const client = new Client(info);
  await client.connect(new StdioClientTransport({ command: program, args: ['mcp'], env }));
  await use(client, { writes: false });
  console.log('sdk 1, stdio: holds');
}
{
  const client = new Client(info);
  await client.connect(new StdioClientTransport({ command: program, args: flags, env }));
  await use(client, { writes: true });
  console.log('sdk 1, stdio, writing: holds');
}
{
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(url));
  await use(client, { writes: false });
  console.log('sdk 1, http: holds');
}
{
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: token } }));
  await use(client, { writes: true });
  console.log('sdk 1, http, writing: holds');
}
const modern = { versionNegotiation: { mode: 'auto' } };
{
  const client = new second.Client(info, modern);
  await client.connect(new SecondStdio({ command: program, args: ['mcp'], env }));
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  await use(client, { writes: false });
  console.log('sdk 2, stdio, 2026-07-28: holds');
}
{
  const client = new second.Client(info, modern);
  await client.connect(new second.StreamableHTTPClientTransport(url));
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  await use(client, { writes: false });
  console.log('sdk 2, http, 2026-07-28: holds');
}
process.exit(0);
