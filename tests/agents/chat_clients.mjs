// SPDX-License-Identifier: AGPL-3.0-only
// Clients of OpenAI's protocol that others wrote, and what chat programs send: Vercel's ai with openai-compatible,
// LangChain's ChatOpenAI, and bodies shaped like those of LibreChat and Open WebUI.
import assert from 'node:assert/strict';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';

const baseURL = `${process.argv[2]}/v1`;
const apiKey = process.env.ARBORIST_TOKEN;
const prompt = 'When did the Erie Canal open?';

const provider = createOpenAICompatible({ name: 'arborist', baseURL, apiKey, includeUsage: true });
const model = provider('arborist:quote');
const made = await generateText({ model, system: 'You are helpful.', prompt, temperature: 0.2, maxOutputTokens: 100 });
assert.match(made.text, /1825/);
assert.equal(made.finishReason, 'stop');
let streamed = '';
const stream = streamText({ model, system: 'You are helpful.', messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }] });
for await (const piece of stream.textStream) streamed += piece;
assert.equal(streamed, made.text);
assert.equal(await stream.finishReason, 'stop');
await assert.rejects(generateText({ model: provider('gpt-4o'), prompt, maxRetries: 0 }), /does not exist/);

const chat = new ChatOpenAI({ model: 'arborist:quote', apiKey, configuration: { baseURL }, temperature: 0, maxRetries: 0 });
const messages = [new SystemMessage('You are helpful.'), new HumanMessage(prompt)];
const reply = await chat.invoke(messages);
assert.match(reply.content, /1825/);
let pieces = '';
for await (const chunk of await chat.stream(messages)) pieces += chunk.content;
assert.equal(pieces, reply.content);
const responses = new ChatOpenAI({ model: 'arborist:quote', apiKey, configuration: { baseURL }, useResponsesApi: true, maxRetries: 0 });
assert.match((await responses.invoke(messages)).text, /1825/);

// What chat programs send beside the question.
const post = async (path, body, headers = {}) => {
  const response = await fetch(baseURL + path, { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}`, ...headers }, body: JSON.stringify(body) });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const shaped = {
  'Open WebUI': { model: 'arborist', stream: true, messages: [{ role: 'system', content: 'Be kind.' }, { role: 'user', content: prompt }], temperature: 0.8, top_k: 40, num_ctx: 2048, stream_options: { include_usage: true } },
  LibreChat: { model: 'arborist+label', stream: true, messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }], user: '65f0', temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0, stop: null },
  'with tools': { model: 'arborist', messages: [{ role: 'user', content: prompt }], tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }], tool_choice: 'auto', parallel_tool_calls: true, n: 1, metadata: { a: 'b' } },
  'a title': { model: 'arborist', stream: false, max_completion_tokens: 1000, messages: [{ role: 'user', content: `### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Chat History:\n<chat_history>\nUSER: ${prompt}\nASSISTANT: In 1825.\n</chat_history>` }] },
};
for (const [name, body] of Object.entries(shaped)) {
  const answer = await post('/chat/completions', body);
  assert.equal(answer.status, 200, `${name}: ${answer.text}`);
  if (body.stream) {
    assert.equal(answer.type, 'text/event-stream', name);
    assert.ok(answer.text.trimEnd().endsWith('data: [DONE]'), name);
    for (const line of answer.text.split('\n').filter((line) => line.startsWith('data: {'))) assert.equal(JSON.parse(line.slice(6)).object, 'chat.completion.chunk');
  } else assert.equal(JSON.parse(answer.text).object, 'chat.completion', name);
}
for (const [status, path, body] of [
  [400, '/chat/completions', { model: 'arborist', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'http://127.0.0.1/' } }] }] }],
  [400, '/chat/completions', { model: 'arborist', messages: [{ role: 'user', content: prompt }], n: 3 }],
  [400, '/chat/completions', { model: 'arborist', messages: [] }],
  [400, '/chat/completions', { model: 'arborist' }],
  [404, '/chat/completions', { model: 'gpt-4o', messages: [{ role: 'user', content: prompt }] }],
  [404, '/embeddings', { model: 'arborist', input: 'x' }],
  [404, '/completions', { model: 'arborist', prompt: 'x' }],
]) {
  const answer = await post(path, body);
  assert.equal(answer.status, status, `${path}: ${answer.text}`);
  const { error } = JSON.parse(answer.text);
  assert.ok(error.message.length > 10 && error.code && error.type === 'invalid_request_error', answer.text);
}

// Who leaves in the middle of a stream costs nobody else anything.
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const left = await client.chat.completions.create({ model: 'arborist', messages: [{ role: 'user', content: prompt }], stream: true });
left.controller.abort();
const whole = await client.chat.completions.create({ model: 'arborist', messages: [{ role: 'user', content: prompt }] });
assert.match(whole.choices[0].message.content, /1825/);
console.log('chat clients: hold');
process.exit(0);
