/** Counts what a hand does: presses of a mouse button, wherever they land. Typing and Enter press no button. */
import type { Page } from 'playwright-core'

export type ClickCounter = {
  /** @returns  the clicks of the task */
  during(task: () => Promise<unknown>): Promise<number>
}

/** Counts from the page's next document on. */
export async function countClicks(page: Page): Promise<ClickCounter> {
  let clicks = 0
  await page.exposeFunction('reportClick', () => void clicks++)
  await page.addInitScript(() => {
    const { reportClick } = window as unknown as { reportClick(): void }
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && reportClick(), { capture: true })
  })
  return {
    async during(task) {
      const before = clicks
      await task()
      // Reports are in order, so this one comes after those of all clicks.
      await page.evaluate(() => (window as unknown as { reportClick(): Promise<void> }).reportClick())
      return clicks - before - 1
    },
  }
}
