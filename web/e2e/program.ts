// SPDX-License-Identifier: AGPL-3.0-only
// The program with a home of its own: documents in two versions, and answers of a model that errs.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const repository = resolve(import.meta.dirname, '../..')
const program = process.env.ARBORIST_BIN ?? join(repository, 'build/arborist')

// An endpoint that says what it is told to say, after a while.
export async function startModel(answer: string, delay = 0): Promise<{ url: string; stop(): void }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json')
    const body = JSON.stringify({
      model: 'a-model',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answer } }],
    })
    setTimeout(() => response.end(body), delay)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, stop: () => void server.close() }
}

export interface Program {
  url: string
  token: string
  folder: string
  run(...args: string[]): string
  stop(): Promise<void>
}

export const HYBRID = 'What did the crew of HMS Challenger find?'
// Judged by lexical-v3: one claim close, one with characters that turn the line.
export const CLOSE = 'On which black day did HMS Challenger leave Portsmouth?'

export async function startProgram(...serving: string[]): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'arborist-web-'))
  const environment = { ...process.env, ARBORIST_HOME: join(folder, 'home'), ARBORIST_ENDPOINT: '', ARBORIST_MODEL: '' }
  const run = (...args: string[]): string =>
    execFileSync(program, args, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const corpus = join(folder, 'corpus')
  cpSync(join(repository, 'examples/corpus'), corpus, { recursive: true })
  const voyage = join(corpus, 'challenger-expedition.md')
  const text = readFileSync(voyage, 'utf8')
  writeFileSync(voyage, text.replace('seventeen guns', 'eighteen guns'))
  run('ingest', corpus, '--uri-prefix', 'https://library.example/', '--progress', 'none')
  writeFileSync(voyage, text)
  run('ingest', corpus, '--uri-prefix', 'https://library.example/', '--progress', 'none')
  // One thing that the passages say, and one that they do not. In a process beside this one, which answers it.
  const record = async (question: string, answer: string, ...flags: string[]): Promise<void> => {
    const model = await startModel(answer)
    const asking = spawn(program, ['query', question, '--endpoint', model.url, '--model', 'a-model', ...flags], {
      env: environment,
      stdio: 'ignore',
    })
    await new Promise((done) => asking.on('exit', done))
    model.stop()
  }
  await record(
    HYBRID,
    'HMS Challenger left Portsmouth on 21 December 1872. [E1]\nThe crew of HMS Challenger found a sunken city of gold. [E1]\n',
    '--verifier',
    'lexical-v2',
  )
  await record(
    CLOSE,
    'HMS Challenger left black Portsmouth on 21 December 1872. [E1]\nThe ship is \u202e2781\u202c years old. [E1]\n',
    '--verifier',
    'lexical-v3',
  )
  run('snapshot', 'create', '--reason', 'as it came')
  run('key')
  run('audit', 'checkpoint')
  const made = JSON.parse(
    run(
      'token',
      'create',
      '--name',
      'browser-tests',
      '--scope',
      'read',
      '--scope',
      'ask',
      '--scope',
      'write',
      '--json',
    ),
  ) as Record<string, string>

  const child = spawn(program, ['serve', '--port', '0', '--json', '--quiet', ...serving], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((ready, fail) => {
    createInterface(child.stdout).once('line', (line) => ready((JSON.parse(line) as { url: string }).url))
    child.once('exit', (code) => fail(new Error(`arborist serve ended with ${code}`)))
  })
  return {
    url,
    token: made.token ?? made.secret,
    folder,
    run,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
