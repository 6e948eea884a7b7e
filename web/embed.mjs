// SPDX-License-Identifier: AGPL-3.0-only
// Writes web/dist as a table of bytes that src/serve/ui/assets.cc includes. usage: node embed.mjs DIST OUT
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const [dist, out] = process.argv.slice(2)
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
  .sort()

const bytes = (name, buffer) => `constexpr unsigned char ${name}[] = {${buffer.join(',')}};\n`
const view = (name) => `{reinterpret_cast<const char*>(${name}), sizeof ${name}}`
let arrays = ''
let rows = ''
for (const [i, file] of files.entries()) {
  const type = types[extname(file)]
  if (!type) throw new Error(`${file}: no media type is known for it`)
  const plain = readFileSync(join(dist, file))
  const etag = createHash('sha256').update(plain).digest('hex').slice(0, 32)
  const path = file === 'index.html' ? '/' : `/${file}`
  arrays += bytes(`kFile${i}_plain`, plain) + bytes(`kFile${i}_gzip`, gzipSync(plain, { level: 9 }))
  const views = `${view(`kFile${i}_plain`)}, ${view(`kFile${i}_gzip`)}`
  rows += `    {"${path}", "${type}", "\\"${etag}\\"", ${views}, ${file.startsWith('assets/')}},\n`
}
writeFileSync(out, `${arrays}std::vector<Asset> AllAssets() {\n  return {\n${rows}  };\n}\n`)
