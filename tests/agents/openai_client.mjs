// SPDX-License-Identifier: AGPL-3.0-only
// openai, version 6, against /v1: models, chat completions and responses, whole and streamed, and errors.
import assert from 'node:assert/strict';
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: `${process.argv[2]}/v1`, apiKey: process.env.ARBORIST_TOKEN, maxRetries: 0 });
const question = 'When did the Erie Canal open?';
const messages = [{ role: 'user', content: question }];
const slice = (text, citation) => [...text].slice(citation.start_index, citation.end_index).join('');

const models = [];
for await (const model of await client.models.list()) models.push(model.id);
assert.ok(models.includes('arborist') && models.includes('arborist/main:quote'));
assert.equal((await client.models.retrieve('arborist:json')).id, 'arborist:json');

const { data, response } = await client.chat.completions.create({ model: 'arborist', messages, temperature: 0.5 }).withResponse();
assert.equal(response.headers.get('x-arborist-cache'), 'miss');
const text = data.choices[0].message.content;
assert.match(text, /1825/);
const citation = data.choices[0].message.annotations[0].url_citation;
assert.equal(citation.url, 'https://docs.example/canal.txt');
assert.equal(slice(text, citation), 'The Erie Canal opened on October 26, 1825.');
assert.equal(data.x_arborist.label, 'STRICT');
assert.deepEqual(data.x_arborist.ignored_parameters, ['temperature']);
assert.equal(data.usage.total_tokens, 0);  // extractive-v2 spends none

let streamed = '';
let last;
const stream = await client.chat.completions.create({ model: 'arborist', messages, stream: true, stream_options: { include_usage: true } });
let usage;
for await (const chunk of stream) {
  streamed += chunk.choices[0]?.delta?.content ?? '';
  if (chunk.x_arborist) last = chunk;
  usage = chunk.usage ?? usage;
}
assert.equal(streamed, text);
assert.equal(last.choices[0].finish_reason, 'stop');
assert.equal(last.x_arborist.cache_key, data.x_arborist.cache_key);
assert.equal(last.x_arborist.cached, true);
assert.equal(usage.total_tokens, 0);

// The client's own helper puts the chunks together again.
const whole = await client.chat.completions.stream({ model: 'arborist', messages }).finalChatCompletion();
assert.equal(whole.choices[0].message.content, text);

const german = await client.chat.completions.create({ model: 'arborist:quote', messages: [{ role: 'user', content: 'How did Buffalo grow?' }] });
for (const { url_citation } of german.choices[0].message.annotations) {
  assert.ok(slice(german.choices[0].message.content, url_citation).length > 8);
}

const turns = [{ role: 'user', content: 'Hello' }, { role: 'assistant', content: 'Hi.' }, ...messages];
const later = await client.chat.completions.create({ model: 'arborist', messages: turns }).withResponse();
assert.equal(later.response.headers.get('x-arborist-cache'), 'miss');
assert.notEqual(later.data.x_arborist.cache_key, data.x_arborist.cache_key);

const answer = await client.responses.create({ model: 'arborist', input: question });
assert.equal(answer.output_text, text);
assert.equal(answer.output[0].content[0].annotations[0].url, 'https://docs.example/canal.txt');
const events = [];
let deltas = '';
for await (const event of await client.responses.create({ model: 'arborist', input: question, stream: true })) {
  events.push(event.type);
  if (event.type === 'response.output_text.delta') deltas += event.delta;
}
assert.equal(deltas, text);
assert.equal(events[0], 'response.created');
assert.equal(events.at(-1), 'response.completed');
const final = await client.responses.stream({ model: 'arborist', input: question }).finalResponse();
assert.equal(final.output_text, text);

await assert.rejects(client.chat.completions.create({ model: 'gpt-4o', messages }), OpenAI.NotFoundError);
await assert.rejects(client.chat.completions.create({ model: 'arborist', messages, endpoint: 'http://x' }), OpenAI.BadRequestError);
await assert.rejects(new OpenAI({ baseURL: client.baseURL, apiKey: 'wrong', maxRetries: 0 }).models.list(), OpenAI.AuthenticationError);
const only = await client.chat.completions.create({ model: 'arborist', messages }, { headers: { 'x-arborist-cache': 'only' } }).withResponse();
assert.equal(only.response.headers.get('x-arborist-cache'), 'hit');
await assert.rejects(
  client.chat.completions.create({ model: 'arborist', messages: [{ role: 'user', content: 'Which lake did the Erie Canal reach?' }], x_arborist: { cache: 'only' } }),
  OpenAI.NotFoundError);
const fresh = await client.chat.completions.create({ model: 'arborist', messages, x_arborist: { cache: 'refresh' } }).withResponse();
assert.equal(fresh.response.headers.get('x-arborist-cache'), 'miss');
console.log('openai: holds');
process.exit(0);
