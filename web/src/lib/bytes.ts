// SPDX-License-Identifier: AGPL-3.0-only
// Bytes, hex and SHA-256. Text is UTF-8; a lone surrogate stands as the three bytes that UTF-8 would
// give it, as in docs/format/text.md.

const encoder = new TextEncoder()
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  if (!loneSurrogate.test(text)) return encoder.encode(text)
  const pieces: Uint8Array[] = []
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code >= 0xd800 && code <= 0xdfff)
      pieces.push(Uint8Array.of(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)))
    else pieces.push(encoder.encode(character))
  }
  return concat(...pieces)
}

export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const isHash = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)

export function unhex(text: string): Uint8Array<ArrayBuffer> {
  if (!isHash(text)) throw new Error('malformed_hash: not 64 lower-case hex digits')
  return Uint8Array.from({ length: 32 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16))
}

// Browsers give Web Crypto to secure pages only: https, or http on localhost.
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!canHash()) throw new Error('this browser hashes only on pages from https or localhost')
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

export const sha256Text = (text: string): Promise<string> => sha256(utf8(text))
