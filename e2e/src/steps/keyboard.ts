/** A player's hands on the keyboard, and nowhere else. */
import type { Locator, Page } from 'playwright-core'

/** More stops than any screen has. */
const patience = 120

export type Keys = ReturnType<typeof keysOf>

export function keysOf(page: Page) {
  /**
   * Goes from where the focus is to what is meant, stop by stop.
   * @throws Error when it is not on the way.
   */
  async function reach(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor()
    for (let pressed = 0; pressed < patience; pressed++) {
      // A dialog that opens, its ends, and a frame take the focus a moment later: the next key would overtake it.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      if (await hasFocus(target)) return
      await page.keyboard.press(key)
    }
    throw new Error(`${key} does not lead to ${target}`)
  }

  return {
    reach,
    /** Once it hears presses: a button that is busy does not. */
    press: async (target: Locator, key = 'Enter') => {
      await reach(target)
      await (await target.elementHandle())?.waitForElementState('enabled')
      await page.keyboard.press(key)
    },
    /** In place of what stands in the field. */
    type: async (field: Locator, text: string) => {
      await reach(field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    /** Walks a group of radio buttons by arrows. */
    choose: async (radio: Locator) => {
      const group = radio.page().locator('input[type=radio]:checked, input[type=radio]').first()
      await reach(group)
      for (let pressed = 0; pressed < patience && !(await radio.isChecked()); pressed++)
        await page.keyboard.press('ArrowDown')
    },
  }
}

/** A frame keeps its own focus while it has not got the page's. */
export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => document.hasFocus() && element === document.activeElement)
}
