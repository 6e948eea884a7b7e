// SPDX-License-Identifier: AGPL-3.0-only
// JSON for hashing: docs/format/canonical-json.md. JSON.parse would forget that 1.0 is not 1 and
// round long integers, so numbers are kept as they were written.

export class Int {
  constructor(readonly value: bigint) {}
}
export class Float {
  constructor(readonly value: number) {}
}
export type Exact = null | boolean | string | Int | Float | Exact[] | Map<string, Exact>

const MAX_DEPTH = 513

export function parse(text: string): Exact {
  let at = 0
  const fail = (why: string): never => {
    throw new SyntaxError(`${why} at character ${at}`)
  }
  const skip = () => {
    while (at < text.length && ' \t\n\r'.includes(text[at])) at++
  }
  const word = <T extends Exact>(name: string, value: T): T => {
    if (!text.startsWith(name, at)) fail('unexpected character')
    at += name.length
    return value
  }
  const stringEnd = /["\\\u0000-\u001f]/g
  const string = (): string => {
    const start = at++
    for (;;) {
      stringEnd.lastIndex = at
      const hit = stringEnd.exec(text)
      if (!hit) return fail('string without an end')
      at = hit.index
      if (text[at] === '"') break
      if (text[at] !== '\\') fail('control character in a string')
      at += 2
    }
    at++
    try {
      return JSON.parse(text.slice(start, at)) as string
    } catch {
      return fail('wrong escape in the string that ends')
    }
  }
  const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y
  const value = (depth: number): Exact => {
    if (depth > MAX_DEPTH) fail('nested too deep')
    skip()
    switch (text[at]) {
      case '{': {
        const object = new Map<string, Exact>()
        at++
        skip()
        if (text[at] === '}') return (at++, object)
        for (;;) {
          skip()
          if (text[at] !== '"') fail('a name is missing')
          const name = string()
          skip()
          if (text[at++] !== ':') fail('a colon is missing')
          object.set(name, value(depth + 1))
          skip()
          if (text[at] === '}') return (at++, object)
          if (text[at++] !== ',') fail('a comma is missing')
        }
      }
      case '[': {
        const list: Exact[] = []
        at++
        skip()
        if (text[at] === ']') return (at++, list)
        for (;;) {
          list.push(value(depth + 1))
          skip()
          if (text[at] === ']') return (at++, list)
          if (text[at++] !== ',') fail('a comma is missing')
        }
      }
      case '"':
        return string()
      case 't':
        return word('true', true)
      case 'f':
        return word('false', false)
      case 'n':
        return word('null', null)
      default: {
        number.lastIndex = at
        const hit = number.exec(text)
        if (!hit) return fail(at < text.length ? 'unexpected character' : 'unexpected end')
        at += hit[0].length
        if (hit[1] === undefined && hit[2] === undefined) {
          const integer = BigInt(hit[0])
          if (BigInt.asIntN(64, integer) !== integer) fail('an integer beyond 64 bits')
          return new Int(integer)
        }
        const float = Number(hit[0])
        if (!Number.isFinite(float)) fail('a number too large')
        return new Float(float)
      }
    }
  }
  const result = value(1)
  skip()
  if (at < text.length) fail('something behind the value')
  return result
}

// Python's repr: the shortest digits, an exponent outside of 1e-4 to 1e16.
export function formatFloat(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [mantissa, exponentText] = Math.abs(value).toExponential().split('e')
  const exponent = Number(exponentText)
  const digits = mantissa.replace('.', '')
  const sign = value < 0 ? '-' : ''
  if (exponent < -4 || exponent >= 16) {
    const tail = `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
    return sign + mantissa + tail
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`
}

const escapes: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
const quote = (text: string): string =>
  `"${text.replace(/["\\\u0000-\u001f]/g, (c) => escapes[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`

// By code point; < on strings compares UTF-16 units.
export function byCodePoint(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length;) {
    const x = a.codePointAt(i)!
    const y = b.codePointAt(i)!
    if (x !== y) return x - y
    i += x > 0xffff ? 2 : 1
  }
  return a.length - b.length
}

export function canonical(value: Exact): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quote(value)
  if (value instanceof Int) return value.value.toString()
  if (value instanceof Float) return formatFloat(value.value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = [...value].sort(([a], [b]) => byCodePoint(a, b))
  return `{${members.map(([name, member]) => `${quote(name)}:${canonical(member)}`).join(',')}}`
}

export const object = (members: Record<string, Exact>): Map<string, Exact> => new Map(Object.entries(members))
