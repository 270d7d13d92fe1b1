/** Takes the screenshots of README and the documentation into `docs/pictures/`: `npm run pictures`. */
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../environment/browser.ts'
import { startEnvironment } from '../environment/environment.ts'
import { logInOwner } from '../steps/operator.ts'
import { screens } from './screen-list.ts'
import { startScreensEnvironment, visit } from './visit.ts'

const folder = 'docs/pictures'
const names = ['catalogue', 'payment']
const viewport = { width: 1200, height: 760 }

mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
try {
  await takePlayersPages(browser)
  await takeConsole(browser)
} finally {
  await browser.close()
}

async function takePlayersPages(browser: Browser): Promise<void> {
  const environment = await startScreensEnvironment()
  try {
    for (const screen of screens.filter(({ name }) => names.includes(name))) {
      const { page, close } = await visit(browser, environment, screen, { language: 'en', ...viewport })
      // Replaces the test player's random email.
      for (const field of await page.locator('input[type=email]').all())
        await field.fill('player@example.org')
      await take(page, screen.name)
      await close()
    }
  } finally {
    await environment.close()
  }
}

/** The sandbox's demo data: work for staff, an undelivered order, and an open ticket. */
async function takeConsole(browser: Browser): Promise<void> {
  const environment = await startEnvironment()
  const context = await browser.newContext({ baseURL: environment.hubUrl, locale: 'en', viewport })
  const page = await context.newPage()
  try {
    await page.goto('/console/sign-in')
    await logInOwner(page, environment)
    await page.getByRole('navigation').first().waitFor()
    await take(page, 'console-home')
    for (const [name, list] of [
      ['console-order', '/console/orders?state=undelivered'],
      ['console-ticket', '/console/tickets?state=open'],
    ] as const) {
      await page.goto(list)
      await page.locator('main table a, main [role=row] a, main li a').first().click()
      await take(page, name)
    }
  } finally {
    await context.close()
    await environment.close()
  }
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 82 })
}
