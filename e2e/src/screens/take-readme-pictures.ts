/** Takes the README screenshots into `docs/pictures/`: `npm run pictures`. */
import { mkdirSync } from 'node:fs'
import { openBrowser } from '../environment/browser.ts'
import { screens } from './screen-list.ts'
import { startScreensEnvironment, visit } from './visit.ts'

const folder = 'docs/pictures'
const names = ['catalogue', 'payment']
const viewport = { width: 1200, height: 760 }

mkdirSync(folder, { recursive: true })
const [environment, browser] = await Promise.all([startScreensEnvironment(), openBrowser()])
try {
  for (const screen of screens.filter(({ name }) => names.includes(name))) {
    const { page, close } = await visit(browser, environment, screen, { language: 'en', ...viewport })
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
    // Replaces the test player's random email.
    for (const field of await page.locator('input[type=email]').all()) await field.fill('player@example.org')
    await page.screenshot({ path: `${folder}/${screen.name}.jpg`, type: 'jpeg', quality: 82 })
    await close()
  }
} finally {
  await browser.close()
  await environment.close()
}
