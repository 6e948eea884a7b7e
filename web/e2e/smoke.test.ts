// SPDX-License-Identifier: AGPL-3.0-only
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launch, Tab } from './browser'
import { type Program, startProgram } from './program'

let program: Program
let browser: Browser
beforeAll(async () => {
  program = await startProgram()
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

it('a question is answered with claims, and its passage leads to the root', async () => {
  const tab = await Tab.open(browser, program.url)
  const { page } = tab
  await tab.ask('When did HMS Challenger leave Portsmouth?')
  expect(await page.locator('.claim.ok').count()).toBeGreaterThan(0)
  await page.locator('.evidence a.title').first().click()
  await page.getByText('Recomputed in this browser.').waitFor()
  expect(await page.locator('.chunk mark').first().textContent()).toContain('21 December 1872')
  await tab.expectAccessible('source')
  await tab.close()
})
