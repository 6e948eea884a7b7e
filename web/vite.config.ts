// SPDX-License-Identifier: AGPL-3.0-only
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false }, // one script; and no inline one, which the page's CSP refuses
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    license: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8420', '/health': 'http://127.0.0.1:8420' } },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0])
