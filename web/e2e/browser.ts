// SPDX-License-Identifier: AGPL-3.0-only
// Debian's Chromium, and what every page is held to.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

export const DESKTOP: BrowserContextOptions = {
  viewport: { width: 1280, height: 860 },
  acceptDownloads: true,
  locale: 'en-GB',
  timezoneId: 'UTC',
}
export const PHONE: BrowserContextOptions = {
  ...DESKTOP,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

// A page that fails the test when anything on it goes wrong unseen, a refused script included.
export class Tab {
  private readonly faults: string[] = []
  private constructor(
    readonly page: Page,
    readonly url: string,
  ) {}

  static async open(browser: Browser, url: string, options: BrowserContextOptions = DESKTOP): Promise<Tab> {
    const context = await browser.newContext(options)
    const tab = new Tab(await context.newPage(), url)
    tab.page.on('pageerror', (error) => tab.faults.push(error.message))
    // A status that the page shows as a message is logged by the browser too.
    tab.page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        tab.faults.push(message.text())
    })
    tab.page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('blob:'))
        tab.faults.push(`went elsewhere: ${request.url()}`)
    })
    await tab.go('')
    return tab
  }
  async go(fragment: string): Promise<void> {
    await this.page.goto(`${this.url}/${fragment}`)
    await this.page.locator('main h1').first().waitFor()
  }
  async signIn(token: string): Promise<void> {
    await this.go('#/access')
    await this.page.getByLabel('Token', { exact: true }).fill(token)
    await this.page.getByRole('button', { name: 'Use it' }).click()
    await this.page.getByText('It works.').waitFor()
  }
  async ask(question: string): Promise<void> {
    await this.go('#/ask')
    await this.page.locator('#question').fill(question)
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('article', { name: 'Answer' }).waitFor()
    await this.page
      .getByText(/Nothing was kept|chunk \d+ of \d+|Nearest documents/)
      .first()
      .waitFor()
  }
  async close(): Promise<void> {
    await this.page.context().close()
    expect(this.faults).toEqual([])
  }

  async expectAccessible(where: string): Promise<void> {
    await this.page.evaluate(axe)
    const result = (await this.page.evaluate(() =>
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }),
    )) as AxeResults
    expect(
      result.violations.map(
        (v) => `${where}: ${v.id}: ${v.nodes.map((n) => `${n.target} ${n.any[0]?.message ?? ''}`).join(' | ')}`,
      ),
    ).toEqual([])
  }
  async expectFits(where: string): Promise<void> {
    const { page, screen } = await this.page.evaluate(() => ({
      page: document.scrollingElement!.scrollWidth,
      screen: innerWidth,
    }))
    expect(page, `${where}: wider than the screen`).toBeLessThanOrEqual(screen)
  }
}
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
