// SPDX-License-Identifier: AGPL-3.0-only
// The pictures of docs/guide/web.md, taken from the real page: tools/test-web shots.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { DESKTOP as SCREEN, launch, PHONE, Tab } from './browser'
import { HYBRID, type Program, startProgram } from './program'

const DESKTOP = { ...SCREEN, viewport: { width: 1280, height: 1000 } }
const folder = process.env.SHOTS ?? resolve(import.meta.dirname, '../../docs/guide/web')
let program: Program
let browser: Browser
beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  program = await startProgram()
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
})
const QUESTION = 'When did HMS Challenger leave Portsmouth?'

it('takes them', async () => {
  for (const [name, options] of [
    ['light', { ...DESKTOP, colorScheme: 'light' }],
    ['dark', { ...DESKTOP, colorScheme: 'dark' }],
    ['phone', { ...PHONE, colorScheme: 'light' }],
  ] as const) {
    const tab = await Tab.open(browser, program.url, options)
    const { page } = tab
    const shot = async (what: string, fullPage = false) => {
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `${folder}/${what}-${name}.png`, fullPage, animations: 'disabled' })
    }
    const all = process.env.SHOTS !== undefined
    await tab.ask(QUESTION)
    await page.locator('.claim').first().focus()
    await page.evaluate(() => scrollTo(0, 0))
    if (name !== 'dark' || all) await shot('ask', all)
    await page.locator('.evidence a.title').first().click()
    await page.getByText('Recomputed in this browser.').waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    if (name === 'light' || all) await shot('source', all)
    await tab.go('#/records')
    await page.getByRole('link', { name: HYBRID }).click()
    await page.getByText('Recomputed in this browser from the hashes above: equal.').waitFor()
    if (name === 'dark' || all) await shot('record', all)
    if (all) {
      for (const place of ['library', 'records', 'log', 'check', 'verify', 'access']) {
        await tab.go(`#/${place}`)
        if (place === 'check') {
          await page.getByRole('button', { name: 'Fill in an example' }).click()
          await page.getByRole('button', { name: 'Check', exact: true }).click()
          await page.getByRole('article', { name: 'Verdict' }).waitFor()
        }
        await shot(place, true)
      }
    }
    await tab.close()
  }
})
