/** Browsers without `light-dark()`, relative colours or `color-mix()` show readable pages in both themes. */
import { expect } from 'vitest'
import { accessibilityViolations } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { olderBrowsers, useOlderColours } from '../../environment/older-colours.ts'
import { openOwnerSession, useSession } from '../../steps/operator-session.ts'

const test = journey().extend('owner', { scope: 'file' }, ({ environment }) => openOwnerSession(environment))
const paths = ['/games/en/', '/games/en/islandm3/', '/prices', '/transactions/help', '/console/orders']

for (const browser of olderBrowsers) {
  for (const colorScheme of ['dark', 'light'] as const) {
    test(`${browser}, ${colorScheme}`, async ({ environment, openTab, owner, player }) => {
      const { page, context } = await openTab({ player, colorScheme })
      await useSession(context, environment, owner)
      await useOlderColours(context, browser)
      for (const path of paths) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
        expect(ground, path).not.toBe('rgba(0, 0, 0, 0)')
        const violations = await accessibilityViolations(page)
        expect(
          violations.filter((violation) => violation.includes('contrast')),
          path,
        ).toEqual([])
      }
    })
  }
}
