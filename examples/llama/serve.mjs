// SPDX-License-Identifier: AGPL-3.0-only
// llama.cpp's engine, as npm carries it, behind the one route of OpenAI's protocol that Arborist asks.
// For machines without llama-server; docs/guide/models.md shows how to start it. One question at a time.
// usage: node serve.mjs MODEL.gguf [PORT]
import http from 'node:http';
import path from 'node:path';
import { getLlama, LlamaChatSession } from 'node-llama-cpp';

const [file, port = '8080'] = process.argv.slice(2);
if (!file) {
  console.error('usage: node serve.mjs MODEL.gguf [PORT]');
  process.exit(2);
}
const name = path.basename(file, '.gguf');
const llama = await getLlama({ gpu: false });
const model = await llama.loadModel({ modelPath: file });
const context = await model.createContext({ contextSize: { max: 8192 } });

async function complete(request, signal, onText) {
  const content = (isSystem) =>
    request.messages.filter((m) => (m.role === 'system') === isSystem).map((m) => m.content).join('\n');
  const schema = request.response_format?.json_schema?.schema;
  const sequence = context.getSequence();
  const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: content(true) || undefined });
  try {
    const reply = await session.promptWithMeta(content(false), {
      temperature: request.temperature ?? 0,
      maxTokens: request.max_tokens,
      grammar: schema && (await llama.createGrammarForJsonSchema(schema)),
      onTextChunk: onText,
      signal, // nobody reads it any more
    });
    const { usedInputTokens, usedOutputTokens } = sequence.tokenMeter.getState();
    return {
      text: reply.responseText,
      finish_reason: reply.stopReason === 'maxTokens' ? 'length' : 'stop',
      usage: {
        prompt_tokens: usedInputTokens,
        completion_tokens: usedOutputTokens,
        total_tokens: usedInputTokens + usedOutputTokens,
      },
    };
  } finally {
    session.dispose();
    sequence.dispose();
  }
}

async function answer(body, response) {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (response.closed) return;
  const request = JSON.parse(body);
  const about = { id: `chatcmpl-${Date.now()}`, created: Math.floor(Date.now() / 1000), model: name };
  if (!request.stream) {
    const { text, finish_reason, usage } = await complete(request, gone.signal);
    const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason };
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify({ ...about, object: 'chat.completion', choices: [choice], usage }));
  }
  response.setHeader('Content-Type', 'text/event-stream');
  const send = (delta, finish_reason = null, more = {}) =>
    response.write(
      `data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`,
    );
  const { finish_reason, usage } = await complete(request, gone.signal, (text) => send({ content: text }));
  send({}, finish_reason, { usage });
  response.end('data: [DONE]\n\n');
}

let before = Promise.resolve();
http
  .createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response.statusCode = 404;
      return response.end();
    }
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      before = before
        .then(() => answer(body, response))
        .catch((error) => {
          if (response.closed) return;
          console.error(error);
          if (!response.headersSent) response.statusCode = 500;
          response.end(JSON.stringify({ error: { message: String(error) } }));
        });
    });
  })
  .listen(Number(port), '127.0.0.1', () => console.error(`${name} at http://127.0.0.1:${port}/v1`));
