// SPDX-License-Identifier: AGPL-3.0-only
export const short = (hash: string, digits = 12): string => hash.slice(0, digits)

export function bytes(n: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let value = n
  let unit = 0
  while (value >= 1000 && unit + 1 < units.length) {
    value /= 1000
    unit++
  }
  return `${unit && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

export const count = (n: number, one: string, many = one + 's'): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`

export const time = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const milliseconds = (ms: number): string =>
  ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`

// Only these become links. A document may claim any URI, javascript: included.
export const isLink = (uri: string): boolean => /^https?:\/\//i.test(uri)

export const percent = (share: number): string => `${Math.round(share * 100)} %`
