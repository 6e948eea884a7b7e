// SPDX-License-Identifier: AGPL-3.0-only
import { describe, expect, it } from 'vitest'
import { bytes, count, isLink } from './format'

describe('a URI', () => {
  it('is a link only by http and https', () => {
    expect(['https://a.example/', 'HTTP://a.example'].map(isLink)).toEqual([true, true])
    expect(
      [
        'javascript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        ' https://a',
        'demo:a.md',
        '//a.example',
        '',
      ].map(isLink),
    ).not.toContain(true)
  })
})
describe('numbers', () => {
  it('have units', () => {
    expect([0, 999, 1000, 23295, 1_015_808, 5e9].map(bytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '23 kB',
      '1.0 MB',
      '5.0 GB',
    ])
    expect([count(1, 'chunk'), count(1200, 'chunk')]).toEqual(['1 chunk', '1,200 chunks'])
  })
})
