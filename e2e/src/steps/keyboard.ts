/** Uses a page by keyboard only. */
import type { Locator, Page } from 'playwright-core'

/** More tab stops than any screen has. */
const maxStops = 120

export function createKeyboard(page: Page) {
  /**
   * Presses Tab until the element has the focus.
   * @throws Error  when Tab does not reach it
   */
  async function reach(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor()
    for (let pressed = 0; pressed < maxStops; pressed++) {
      // Dialogs and frames move the focus a frame later than the key press.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      if (await hasFocus(target)) return
      await page.keyboard.press(key)
    }
    throw new Error(`${key} does not reach ${target}`)
  }

  return {
    reach,
    /** Waits until the element is enabled. */
    press: async (target: Locator, key = 'Enter') => {
      await reach(target)
      await (await target.elementHandle())?.waitForElementState('enabled')
      await page.keyboard.press(key)
    },
    /** Replaces a field's text. */
    type: async (field: Locator, text: string) => {
      await reach(field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    /** Selects a radio button by arrow keys. */
    choose: async (radio: Locator) => {
      const group = radio.page().locator('input[type=radio]:checked, input[type=radio]').first()
      await reach(group)
      for (let pressed = 0; pressed < maxStops && !(await radio.isChecked()); pressed++)
        await page.keyboard.press('ArrowDown')
    },
  }
}

/** A frame keeps its active element while another document has the focus. */
export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => document.hasFocus() && element === document.activeElement)
}
