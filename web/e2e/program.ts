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

// An endpoint that says one thing the passages say and one that they do not.
async function withModel(answer: string, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ model: 'a-model', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answer } }] }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
  server.close()
}

export interface Program {
  url: string
  token: string
  folder: string
  run(...args: string[]): string
  stop(): Promise<void>
}

export const HYBRID = 'What did the crew of HMS Challenger find?'

export async function startProgram(): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'arborist-web-'))
  const environment = { ...process.env, ARBORIST_HOME: join(folder, 'home'), ARBORIST_ENDPOINT: '', ARBORIST_MODEL: '' }
  const run = (...args: string[]): string => execFileSync(program, args, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const corpus = join(folder, 'corpus')
  cpSync(join(repository, 'examples/corpus'), corpus, { recursive: true })
  const voyage = join(corpus, 'challenger-expedition.md')
  const text = readFileSync(voyage, 'utf8')
  writeFileSync(voyage, text.replace('seventeen guns', 'eighteen guns'))
  run('ingest', corpus, '--uri-prefix', 'https://library.example/', '--progress', 'none')
  writeFileSync(voyage, text)
  run('ingest', corpus, '--uri-prefix', 'https://library.example/', '--progress', 'none')
  await withModel('HMS Challenger left Portsmouth on 21 December 1872. [E1]\nThe crew of HMS Challenger found a sunken city of gold. [E1]\n', async (url) => {
    const child = spawn(program, ['query', HYBRID, '--endpoint', url, '--model', 'a-model'], { env: environment, stdio: 'ignore' })
    await new Promise((done) => child.on('exit', done))
  })
  const made = JSON.parse(run('token', 'create', '--name', 'browser-tests', '--scope', 'read', '--scope', 'ask', '--scope', 'write', '--json')) as Record<string, string>

  const child = spawn(program, ['serve', '--port', '0', '--json', '--quiet'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((ready, fail) => {
    createInterface(child.stdout).once('line', (line) => ready((JSON.parse(line) as { url: string }).url))
    child.once('exit', (code) => fail(new Error(`arborist serve ended with ${code}`)))
  })
  return {
    url, token: made.token ?? made.secret, folder, run,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
