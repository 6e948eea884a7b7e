// SPDX-License-Identifier: AGPL-3.0-only
// Questions asked in this browser. They stay in it.
export interface Asked {
  question: string
  label: string
  at: number
}
const KEY = 'arborist.history'
const MOST = 30

export function read(): Asked[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((item): item is Asked => typeof item?.question === 'string') : []
  } catch {
    return []
  }
}

export function add(item: Asked): Asked[] {
  const list = [item, ...read().filter((old) => old.question !== item.question)].slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify(list))
  return list
}

export const clear = (): void => localStorage.removeItem(KEY)
