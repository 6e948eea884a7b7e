// SPDX-License-Identifier: AGPL-3.0-only
// The page while a model takes its time.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launch, Tab } from './browser'
import { type Program, startModel, startProgram } from './program'

let model: Awaited<ReturnType<typeof startModel>>
let program: Program
let browser: Browser
beforeAll(async () => {
  model = await startModel(
    'HMS Challenger left Portsmouth on 21 December 1872. [E1]\nIt carried forty cannons of silver. [E1]\n',
    1500,
  )
  program = await startProgram('--endpoint', model.url, '--model', 'a-model')
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  model?.stop()
})

it('stages light up as they run, and nothing on the page moves when the answer comes', async () => {
  const tab = await Tab.open(browser, program.url)
  const { page } = tab
  await page.locator('#question').fill('When did HMS Challenger leave Portsmouth?')
  await page.keyboard.press('Enter')
  const running = page.locator('.stages li[aria-current="step"]')
  await running.filter({ hasText: 'Answer' }).waitFor()
  await expect.poll(() => page.locator('.stages li.done').count()).toBe(3)
  expect(await page.locator('.claim').count(), 'nothing is shown before it was verified').toBe(0)
  const places = () =>
    Promise.all(
      ['#question', 'button.primary', '.stages', '.stages li:nth-child(5)'].map((what) =>
        page.locator(what).boundingBox(),
      ),
    )
  const before = await places()
  await page.getByRole('article', { name: 'Answer' }).waitFor()
  expect(await places()).toEqual(before)
  expect(await running.count()).toBe(0)
  await page.locator('.claim:not(.ok)').filter({ hasText: 'cannons of silver' }).waitFor()
  expect(await page.getByRole('article', { name: 'Answer' }).textContent()).toMatch(/HYBRID.*Fresh.*a-model/s)
  await tab.expectAccessible('a mixed answer')
  await tab.close()
})

it('a run can be stopped, and another question asked', async () => {
  const tab = await Tab.open(browser, program.url)
  const { page } = tab
  await page.locator('#question').fill('When did the Challenger anchor at Spithead?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(0)
  await tab.ask('When did HMS Challenger leave Portsmouth?')
  await tab.close()
})
