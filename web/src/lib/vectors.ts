// SPDX-License-Identifier: AGPL-3.0-only
// For tests: the vectors of docs/format, which every implementation is held to.
import { readFileSync } from 'node:fs'

export const vectorText = (name: string): string =>
  readFileSync(new URL(`../../../docs/format/vectors/${name}`, import.meta.url), 'utf8')

export const vectors = (name: string): any[] =>
  vectorText(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
