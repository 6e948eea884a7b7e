// SPDX-License-Identifier: AGPL-3.0-only
// Reading members of exact JSON, with a refusal that names the member.
import { isHash } from './bytes'
import { type Exact, Int } from './json'

export type Obj = Map<string, Exact>

const wrong = (name: string, kind: string): never => {
  throw new Error(`${name} is missing or not ${kind}`)
}
export const asObj = (value: Exact | undefined, name: string): Obj =>
  value instanceof Map ? value : wrong(name, 'an object')
export const asList = (value: Exact | undefined, name: string): Exact[] =>
  Array.isArray(value) ? value : wrong(name, 'a list')

export const obj = (from: Obj, name: string): Obj => asObj(from.get(name), name)
export const list = (from: Obj, name: string): Exact[] => asList(from.get(name), name)
export const objs = (from: Obj, name: string): Obj[] => list(from, name).map((item) => asObj(item, name))
export function str(from: Obj, name: string): string {
  const value = from.get(name)
  return typeof value === 'string' ? value : wrong(name, 'a text')
}
export function hash(from: Obj, name: string): string {
  const value = from.get(name)
  return isHash(value) ? value : wrong(name, 'a hash of 64 lower-case hex digits')
}
export function num(from: Obj, name: string): number {
  const value = from.get(name)
  if (!(value instanceof Int)) return wrong(name, 'a whole number')
  if (value.value < 0n || value.value > BigInt(Number.MAX_SAFE_INTEGER)) return wrong(name, 'in range')
  return Number(value.value)
}
