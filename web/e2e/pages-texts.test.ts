// SPDX-License-Identifier: AGPL-3.0-only
// Texts that need care to be shown: with markup, and with characters that have no picture.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launch, Tab } from './browser'
import { CLOSE, type Program, startProgram } from './program'

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
const open = () => Tab.open(browser, program.url)

it('what turns a line is written out', async () => {
  const tab = await open()
  const { page } = tab
  await tab.go('#/records')
  await page.getByRole('link', { name: CLOSE }).click()
  await page.locator('.claim').filter({ hasText: '\\u{202E}2781\\u{202C}' }).waitFor()
  writeFileSync(
    join(program.folder, 'turned.jsonl'),
    JSON.stringify({
      uri: 'doc:turned',
      title: 'Turned \u202elrets',
      text: 'The zebrafish of \u2066Ulm\u2069 swims.',
    }) + '\n',
  )
  program.run('ingest', join(program.folder, 'turned.jsonl'), '--progress', 'none')
  await tab.go('#/library?q=zebrafish')
  await page.reload()
  await page.locator('.snippet').filter({ hasText: '\\u{2066}Ulm\\u{2069}' }).waitFor()
  await page.getByRole('link', { name: 'Turned \\u{202E}lrets' }).first().click()
  await page.getByRole('heading', { name: 'Turned \\u{202E}lrets' }).waitFor()
  await page.locator('.body').filter({ hasText: '\\u{2066}Ulm\\u{2069}' }).waitFor()
  expect(await page.locator('body').textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  await tab.close()
})

it.each([
  ['md', '# Tower\n\nThe **quenched** [lamp](lamp.html) of *Skerryvore* burned 4711 barrels of oil.\n'],
  ['rst', 'Tower\n=====\n\nThe **quenched** `lamp <lamp.html>`_ of *Skerryvore* burned 4711 barrels of oil.\n'],
  ['adoc', '= Tower\n\nThe *quenched* link:lamp.html[lamp] of _Skerryvore_ burned 4711 barrels of oil.\n'],
])('of a text with markup the cited words are marked, .%s', async (kind, text) => {
  const file = join(program.folder, `skerryvore.${kind}`)
  writeFileSync(file, text)
  program.run('ingest', file, '--uri-prefix', `https://${kind}.example/`, '--progress', 'none')
  const tab = await open()
  const { page } = tab
  const said = 'The quenched lamp of Skerryvore burned 4711 barrels of oil'
  const document = JSON.parse(
    program
      .run('documents', 'list', '--json')
      .split('\n')
      .find((line) => line.includes(`skerryvore.${kind}`))!,
  ) as { document_root: string }
  await page.goto(`${program.url}/#/ask?document=${document.document_root}`)
  await page.reload()
  await page.locator('#question').fill('How many barrels of oil did the lamp of Skerryvore burn?')
  await page.keyboard.press('Enter')
  await page.locator('.evidence a.title').first().click()
  expect(await page.locator('.chunk mark').first().textContent()).toContain(said)
  await page.getByLabel('As it is stored, with its markup').check()
  expect(await page.locator('.chunk.cited').textContent()).toContain('quenched*')
  await tab.go('#/library?q=Skerryvore')
  await page.reload()
  const snippet = page
    .getByRole('listitem')
    .filter({ hasText: `https://${kind}.example/` })
    .locator('.snippet')
    .first()
  expect(await snippet.textContent()).toContain(said)
  await tab.close()
})
