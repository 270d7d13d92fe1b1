/** A game in an endless loop has a process of its own, so the hub's page goes on answering. */
import { expect } from 'vitest'
import { openBrowserWithThirdParties } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { type GameWindow, openPlainGame, startPlainGame } from '../../sites/plain-game.ts'

const t = translator('en')
declare const window: GameWindow

const maxAnswerMs = 500

const test = journey({ start: startPlainGame, openBrowser: () => openBrowserWithThirdParties('blocked') })

test("the hub's page answers a click within half a second beside a hung game", async ({ tab }) => {
  const { page } = tab
  const frame = await openPlainGame(page)
  await frame.evaluate(() => {
    window.send('pong')
    setTimeout(() => {
      for (;;);
    })
  })
  await page.getByText(t('play:issue.silent')).waitFor({ timeout: 60_000 })
  const delayed = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('click', ({ timeStamp }) =>
          requestAnimationFrame(() => resolve(performance.now() - timeStamp)),
        )
      }),
  )
  await page.getByRole('button', { name: t('play:issue.wait'), exact: true }).click()
  expect(await delayed).toBeLessThan(maxAnswerMs)
})
