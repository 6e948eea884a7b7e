// SPDX-License-Identifier: AGPL-3.0-only
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Download } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, launch, PHONE, Tab } from './browser'
import { CLOSE, HYBRID, type Program, startProgram } from './program'

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
const QUESTION = 'When did HMS Challenger leave Portsmouth?'

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('on %s', (_, screen) => {
  const open = () => Tab.open(browser, program.url, screen)

  it('a question is asked, answered and remembered', async () => {
    const tab = await open()
    const { page } = tab
    await tab.go('#/ask')
    const before = await page.locator('#question').boundingBox()
    await tab.ask(QUESTION)
    const fresh = (await page.getByText('Fresh', { exact: true }).count()) > 0
    expect(await page.locator('.stages li.done').count()).toBe(fresh ? 6 : 1)
    expect(await page.locator('#question').boundingBox()).toEqual(before)
    expect(await page.locator('.badge').first().textContent()).toContain('STRICT')
    await page.getByText('Quoted from the source.', { exact: true }).waitFor()
    await page.getByText('It is not checked whether the answer answers the question.', { exact: true }).waitFor()
    expect(await page.getByRole('article', { name: 'Answer' }).textContent()).toContain('extractive-v2')
    await tab.ask('when did the HMS Challenger leave portsmouth')
    await page.getByText('Served from a record').waitFor()
    await page.reload()
    await page.getByRole('button', { name: QUESTION }).click()
    await page.getByRole('article', { name: 'Answer' }).waitFor()
    await tab.close()
  })

  it('pointing at a claim marks its evidence, and back', async () => {
    const tab = await open()
    const { page } = tab
    await tab.ask(QUESTION)
    await page.locator('.claim').first().focus()
    expect(await page.locator('.evidence mark.on').count()).toBeGreaterThan(0)
    await page.locator('#question').focus()
    expect(await page.locator('.evidence mark.on').count()).toBe(0)
    await page.locator('.evidence mark').first().hover()
    expect(await page.locator('.claim.on').count()).toBe(1)
    await tab.close()
  })

  it('what is not in the documents is not answered', async () => {
    const tab = await open()
    await tab.ask('What is the capital of Mongolia?')
    expect(await tab.page.getByRole('article', { name: 'Answer' }).textContent()).toContain(
      'No document says enough about this question',
    )
    await tab.close()
  })

  it('an answer that is none is told as such, also among the records', async () => {
    const tab = await open()
    const question = 'Who painted HMS Challenger?'
    await tab.ask(question)
    const answer = await tab.page.getByRole('article', { name: 'Answer' }).textContent()
    expect(answer).toContain('declined')
    expect(answer).toContain('Nothing is claimed.')
    expect(answer).not.toContain('UNGROUNDED')
    await tab.go('#/records')
    const listed = tab.page.getByRole('listitem').filter({ has: tab.page.getByRole('link', { name: question }) })
    expect(await listed.textContent()).toContain('declined')
    expect(await listed.textContent()).not.toContain('UNGROUNDED')
    await tab.close()
  })

  it('a source shows its passage, its chunks, its path and what changed', async () => {
    const tab = await open()
    const { page } = tab
    await tab.ask(QUESTION)
    await page.locator('.evidence a.title').filter({ hasText: 'The voyage of HMS Challenger' }).first().click()
    await page.getByText('Recomputed in this browser.').waitFor()
    await page.locator('main mark.on').first().waitFor()
    expect(await page.locator('.chunk').count()).toBe(2)
    await page.getByRole('button', { name: 'show its path' }).first().click()
    await page.getByText('1 step lead').waitFor()
    await page.getByRole('button', { name: 'Show what changed' }).click()
    expect(await page.locator('del').first().textContent()).toContain('eighteen')
    expect(await page.locator('ins').first().textContent()).toContain('seventeen')
    await tab.expectAccessible('source, with a diff')
    await tab.expectFits('source')
    await tab.close()
  })

  it('a record shows its run, its key and its proof, which holds', async () => {
    const tab = await open()
    const { page } = tab
    await tab.ask(QUESTION)
    await page.getByRole('link', { name: /The record/ }).click()
    await page.getByText('Recomputed in this browser from the hashes above: equal.').waitFor()
    expect(await page.locator('.run > li').count()).toBe(11)
    await page.locator('.run summary').first().click()
    await page.getByText('when did hms challenger leave portsmouth').first().waitFor()
    expect(await page.getByRole('list', { name: 'Dimensions of the key' }).locator('> li').count()).toBe(8)
    await page.getByText('joined and hashed, they give the key').waitFor()
    await page.getByText('Changing its state needs a token that may write').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the proof' }).click()
    const path = await ((await saved) as Download).path()
    await tab.go('#/verify')
    await page.getByLabel('Proof file', { exact: true }).setInputFiles(path)
    await page.getByText('Everything that a browser can check holds.').waitFor()
    await tab.expectAccessible('verify, with a proof')
    await tab.expectFits('verify, with a proof')
    await page.getByRole('button', { name: 'Send it to the server' }).click()
    await page.getByText('The server says: every check holds.').waitFor()
    const forged = join(program.folder, 'forged.json')
    writeFileSync(forged, readFileSync(path, 'utf8').replaceAll('left Portsmouth on 21', 'left Portsmouth on 22'))
    await page.getByLabel('Proof file', { exact: true }).setInputFiles(forged)
    await page.getByText('This proof does not hold.').waitFor()
    await page
      .getByLabel('Proof file', { exact: true })
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    await page.getByText('This is not a proof that this page can read.').waitFor()
    await tab.close()
  })

  it('any answer is checked against pasted sources', async () => {
    const tab = await open()
    const { page } = tab
    await tab.go('#/check')
    await page.getByRole('button', { name: 'Fill in an example' }).click()
    await page.getByLabel('Rules of the check').selectOption('lexical-v3')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('article', { name: 'Verdict' }).waitFor()
    expect(await page.locator('.claim').count()).toBe(3)
    expect(await page.locator('.claim.ok .verdict').allTextContents()).toEqual(['stated'])
    const lacking = page.locator('.claim').nth(1).locator('mark')
    expect(await lacking.allTextContents()).toEqual(['1873'])
    expect(await lacking.getAttribute('title')).toBe('not in the passage')
    expect(await lacking.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('underline')
    expect(await page.locator('.claim').nth(1).textContent()).toContain(
      'close — these words are not in the passage: “1873”',
    )
    await page.getByText('A number differs from the passage.').waitFor()
    expect(await page.locator('details.notes').getAttribute('open')).toBeNull()
    await tab.expectAccessible('check, with a verdict')
    await tab.expectFits('check, with a verdict')
    await tab.close()
  })

  it('an older check tells no fault that it is not certain of', async () => {
    const tab = await open()
    const { page } = tab
    await tab.go('#/check')
    await page.getByRole('button', { name: 'Fill in an example' }).click()
    await page.getByLabel('Rules of the check').selectOption('lexical-v2')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('article', { name: 'Verdict' }).waitFor()
    expect(await page.locator('.claim .verdict').allTextContents()).toEqual([
      'stated',
      'not found in these sources',
      'not found in these sources',
    ])
    expect(await page.locator('.claim .why').count()).toBe(0)
    await tab.close()
  })

  it('a record marks the words that its passage lacks, and keeps its notes out of sight', async () => {
    const tab = await open()
    const { page } = tab
    await tab.go('#/records')
    await page.getByRole('link', { name: CLOSE }).click()
    await page.locator('.claim mark.lacking').first().waitFor()
    expect(await page.locator('.claim').first().locator('mark').allTextContents()).toEqual(['black'])
    const note = page.locator('details.notes code').filter({ hasText: 'CITATION_MISMATCH' })
    expect(await note.isVisible()).toBe(false)
    await page.getByText('Details', { exact: true }).click()
    await note.waitFor()
    await tab.expectAccessible('record, with marked words')
    await tab.expectFits('record, with marked words')
    await tab.close()
  })

  it('the library lists, finds and shows', async () => {
    const tab = await open()
    const { page } = tab
    await tab.go('#/library')
    await page.getByText('The voyage of HMS Challenger').first().waitFor()
    expect(await page.getByRole('list', { name: 'Sizes' }).textContent()).toContain('14 documents')
    await page.getByRole('searchbox').fill('地震仪')
    await page.keyboard.press('Enter')
    await page.getByText(/passages? for “地震仪”/).waitFor()
    await page.getByRole('link', { name: '张衡与地动仪' }).first().click()
    await page.getByText('Recomputed in this browser.').waitFor()
    await tab.close()
  })

  it('records are filtered, and what the corpus lacks is listed', async () => {
    const tab = await open()
    const { page } = tab
    await tab.go('#/records')
    await page.getByRole('link', { name: HYBRID }).waitFor()
    await page.getByText('The crew of HMS Challenger found a sunken city of gold.').waitFor()
    await page.getByLabel('Label').selectOption('STRICT')
    await page.getByRole('link', { name: HYBRID }).waitFor({ state: 'detached' })
    await page.getByLabel('Label').selectOption('HYBRID')
    await page.getByRole('link', { name: HYBRID }).click()
    await page.getByRole('heading', { name: 'What did not verify' }).waitFor()
    await tab.close()
  })

  it('the log shows events, checkpoints and the health of its chains', async () => {
    const tab = await open()
    const { page } = tab
    await tab.go('#/log')
    await page.getByText('Every log goes on from what the home store knows of it.').waitFor()
    await page.getByRole('button', { name: 'Hash every event again' }).click()
    await page.getByText('Every event was hashed again, and every chain holds.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'The state of a shard was noted' }).first().waitFor()
    await page.getByRole('list', { name: 'Checkpoints' }).getByText('✓ signature holds').first().waitFor()
    const saved = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /Save the checkpoint of/ })
      .first()
      .click()
    expect(readFileSync(await ((await saved) as Download).path(), 'utf8')).toMatch(/^arborist\/[0-9a-f]+\n\d+\n/)
    await page.getByLabel('Kind').selectOption('providence_insert')
    await page.getByText('An answer was kept:').first().waitFor()
    await tab.close()
  })

  it.each(['light', 'dark'] as const)('every page can be read by everybody, %s', async (colorScheme) => {
    const tab = await Tab.open(browser, program.url, { ...screen, colorScheme })
    const { page } = tab
    for (const name of ['ask', 'library', 'records', 'check', 'verify', 'log', 'access', 'nowhere']) {
      await tab.go(`#/${name}`)
      await page.waitForLoadState('networkidle')
      await tab.expectAccessible(name)
      await tab.expectFits(name)
    }
    await tab.ask(QUESTION)
    await tab.expectAccessible('answer')
    await tab.expectFits('answer')
    await page.locator('.claim').first().focus()
    await tab.expectAccessible('answer, a claim in focus')
    await page.locator('.evidence a.title').first().click()
    await page.getByText('Recomputed in this browser.').waitFor()
    await tab.expectAccessible('source')
    await tab.expectFits('source')
    await tab.go('#/records')
    await page.getByRole('link', { name: HYBRID }).click()
    await page.getByRole('heading', { name: 'What did not verify' }).waitFor()
    await page.getByText('Recomputed in this browser from the hashes above: equal.').waitFor()
    await page
      .locator('details')
      .evaluateAll((list) => list.forEach((item) => ((item as HTMLDetailsElement).open = true)))
    await tab.expectAccessible('record')
    await tab.expectFits('record')
    await tab.close()
  })
})

describe('who may write', () => {
  it('adds documents, judges records and deletes them', async () => {
    const tab = await Tab.open(browser, program.url)
    const { page } = tab
    await tab.signIn(program.token)
    await tab.go('#/library')
    await page.getByLabel(/Files/).setInputFiles({
      name: 'canal.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Erie Canal\n\nThe Erie Canal opened on October 26, 1825.\n'),
    })
    await page.getByRole('button', { name: 'Add to the library' }).click()
    await page.getByText('canal.md: 1 document added').waitFor()
    await page.getByLabel(/Why one is taken/).fill('with the canal')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await page.getByText(/with the canal/).waitFor()
    await page.getByRole('button', { name: 'What changed since snapshot 1' }).click()
    await page.getByText('Since snapshot 1: 1 added, 0 removed').waitFor()
    await tab.expectAccessible('library, with snapshots')
    await tab.go('#/log')
    await page.getByRole('button', { name: 'Check every log and sign' }).click()
    await page.getByText('Signed.', { exact: true }).waitFor()
    await tab.expectAccessible('log, for writers')
    await tab.ask('When did the Erie Canal open?')
    await page.getByRole('link', { name: /The record/ }).click()
    await page.getByLabel(/Reason/).fill('only a test')
    await page.getByRole('button', { name: 'It is wrong' }).click()
    await page.getByText('live → failed: only a test').waitFor()
    await page.getByText('Delete it for good').click()
    await page.getByLabel('Also what hangs on it').check()
    await page.getByLabel('I know that this cannot be undone').check()
    await page.getByRole('button', { name: 'Delete the record' }).click()
    await page.getByRole('heading', { name: 'Records', exact: true }).waitFor()
    await page.getByRole('link', { name: 'When did the Erie Canal open?' }).waitFor({ state: 'detached' })
    await tab.close()
  })
  it('from elsewhere is asked for a token first', async () => {
    const tab = await Tab.open(browser, program.url, {
      ...DESKTOP,
      extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.7' },
    })
    const { page } = tab
    await tab.go('#/library')
    await page.getByText('Nothing yet: the server wants a token.').waitFor()
    await tab.expectAccessible('locked')
    await tab.signIn(program.token)
    await tab.go('#/library')
    await page.getByText('The voyage of HMS Challenger').first().waitFor()
    await page.getByRole('link', { name: 'browser-tests' }).waitFor()
    await tab.close()
  })
  it('is told when the token is wrong', async () => {
    const tab = await Tab.open(browser, program.url)
    await tab.go('#/access')
    await tab.page.getByLabel('Token', { exact: true }).fill('wrong')
    await tab.page.getByRole('button', { name: 'Use it' }).click()
    await tab.page.getByText('This token is wrong, expired or revoked.').waitFor()
    await tab.close()
  })
})

describe('by keyboard alone', () => {
  it('the content is reached, a question asked, its claims walked and its source opened', async () => {
    const tab = await Tab.open(browser, program.url)
    const { page } = tab
    await page.goto(`${program.url}/#/library`)
    await page.reload()
    await page.getByRole('heading', { name: 'Library' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await tab.go('#/ask')
    await page.locator('#question:focus').waitFor()
    await page.keyboard.type(QUESTION)
    await page.keyboard.press('Enter')
    await page.locator('.evidence a.title').first().waitFor()
    for (let i = 0; i < 12 && !(await page.locator('.claim:focus').count()); i++) await page.keyboard.press('Tab')
    expect(await page.locator('.evidence mark.on').count()).toBeGreaterThan(0)
    const outline = await page.locator('.claim:focus').evaluate((element) => getComputedStyle(element).outlineStyle)
    expect(outline).toBe('solid')
    for (let i = 0; i < 12 && !(await page.locator('.evidence a.title:focus').count()); i++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Recomputed in this browser.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await tab.close()
  })
})

describe('when something is wrong', () => {
  it('a damaged passage is noticed in the browser', async () => {
    const tab = await Tab.open(browser, program.url)
    const { page } = tab
    await page.route('**/api/v1/documents/*/chunks/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('21 December 1872', '21 December 1873') })
    })
    await tab.ask(QUESTION)
    await page.locator('.evidence a.title').first().click()
    await page.getByText('This does not hold.').waitFor()
    await tab.close()
  })
  it('a name that nothing has is said to be unknown', async () => {
    const tab = await Tab.open(browser, program.url)
    const { page } = tab
    await page.goto(`${program.url}/#/record/${'0'.repeat(64)}`)
    await page.getByText('The record did not come.').waitFor()
    await page.goto(`${program.url}/#/source/${'0'.repeat(64)}`)
    await page.getByText('The document did not come.').waitFor()
    await tab.close()
  })
  it('a server that is gone is said to be gone', async () => {
    const tab = await Tab.open(browser, program.url)
    const { page } = tab
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.locator('#question').fill(QUESTION)
    await page.keyboard.press('Enter')
    await page.getByText('Is arborist serve still running?').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('article', { name: 'Answer' }).waitFor()
    await tab.close()
  })
  it('text of documents is never run', async () => {
    const page_ = '<img src=x onerror=alert(1)> <script>alert(1)</script> The zeppelin of Xanthippe landed in 1911.'
    writeFileSync(
      join(program.folder, 'evil.jsonl'),
      JSON.stringify({ uri: 'javascript:alert(1)', title: '<b>Xanthippe</b>', text: page_ }) + '\n',
    )
    program.run('ingest', join(program.folder, 'evil.jsonl'), '--progress', 'none')
    const tab = await Tab.open(browser, program.url)
    const { page } = tab
    await tab.go('#/library?q=Xanthippe')
    await page.getByRole('link', { name: '<b>Xanthippe</b>' }).first().click()
    await page.getByText('<img src=x onerror=alert(1)>').first().waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
    await tab.close()
  })
})

describe('the page', () => {
  it('is served with a strict policy, cached by name, packed', async () => {
    const page = await fetch(program.url)
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())![1]
    const asset = await fetch(program.url + script)
    expect(asset.headers.get('content-encoding')).toBe('gzip')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    const again = await fetch(program.url + script, { headers: { 'If-None-Match': asset.headers.get('etag')! } })
    expect(again.status).toBe(304)
  })
})
