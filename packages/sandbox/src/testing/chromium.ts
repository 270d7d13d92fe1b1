import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: PATH,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A page that remembers everything its console said; a good page says nothing. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; said: string[] }> {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => said.push(`error: ${error.message}`))
  return { page, said }
}

/** What axe finds wrong, frames included. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
