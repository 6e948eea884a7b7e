// SPDX-License-Identifier: AGPL-3.0-only
// Texts of documents and models as they are shown. Some characters have no picture and yet change what is read: they
// turn the direction of a line or hide letters. They are written out, \u{202E}. The rule is that of src/text/escape.cc.

const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u
const hidden = new RegExp(
  String.raw`[\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff` +
    String.raw`\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]`,
  'u',
)
const joiner = /[\u200c\u200d]/u
const variation = /[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]/u
// Most texts have none of these and are shown as they came.
const any = new RegExp([control, hidden, joiner, variation].map((one) => one.source).join('|'), 'u')

const none = (c: string): boolean => c === '' || control.test(c) || hidden.test(c) || joiner.test(c)
// Letters that joiners part or join, and emoji. Latin letters, signs and digits are none.
const takesJoiner = (c: string): boolean => !none(c) && c.codePointAt(0)! >= 0x590 && !/[\u1e00-\u20ff]/u.test(c)
const takesVariation = (c: string): boolean => !none(c) && !/[\sA-Za-z]/u.test(c) && !variation.test(c)

function unseen(before: string, c: string, after: string): boolean {
  if (joiner.test(c)) return !takesJoiner(before) || !takesJoiner(after)
  if (variation.test(c)) return !takesVariation(before)
  return hidden.test(c) || (control.test(c) && c !== '\r')
}

function written(c: string): string {
  const code = c.codePointAt(0)!
  return `\\u{${code
    .toString(16)
    .toUpperCase()
    .padStart(code < 0x100 ? 2 : 4, '0')}}`
}

export function show(text: string): string {
  if (!any.test(text)) return text
  const all = [...text]
  return all.map((c, i) => (unseen(all[i - 1] ?? '', c, all[i + 1] ?? '') ? written(c) : c)).join('')
}
