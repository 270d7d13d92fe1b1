/** Takes the pictures of the README anew, into `docs/pictures/`: `npm run pictures`. */
import { mkdirSync } from 'node:fs'
import { openBrowser } from '../environment/browser.ts'
import { screens } from './screen-list.ts'
import { startWorldWithSingleGame, visit } from './visit.ts'

const folder = 'docs/pictures'
const wanted = ['catalogue', 'payment']

mkdirSync(folder, { recursive: true })
const [world, browser] = await Promise.all([startWorldWithSingleGame(), openBrowser()])
try {
  for (const screen of screens.filter(({ name }) => wanted.includes(name))) {
    const { page, context } = await visit(browser, world, screen, {
      language: 'en',
      width: 1200,
      height: 760,
    })
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
    // A player's address, not one of a test.
    for (const field of await page.locator('input[type=email]').all()) await field.fill('player@example.org')
    await page.screenshot({ path: `${folder}/${screen.name}.jpg`, type: 'jpeg', quality: 82 })
    await context.close()
  }
} finally {
  await browser.close()
  await world.close()
}
