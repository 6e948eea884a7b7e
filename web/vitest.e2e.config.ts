// SPDX-License-Identifier: AGPL-3.0-only
// The page in Chromium, served by the real program over a real home. tools/test-web runs this.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['e2e/**/*.test.ts'], fileParallelism: false, testTimeout: 90_000, hookTimeout: 180_000, bail: 0 },
})
