import { expect } from 'vitest'
import type { Language } from '../../environment/translator.ts'
import { accountSteps } from '../../screens/steps/accounts.ts'
import { profileSteps } from '../../screens/steps/profile.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { test } from './spec-test.ts'

const currencySigns: Record<Language, string> = { ru: '₽', en: '$' }

export function walkLimits(language: Language): void {
  test.concurrent('after five failures the captcha is there', async ({ openWalk }) => {
    const walk = await openWalk(language)
    await walk.go('/session/login/email')
    expect(await walk.page.getByRole('group', { name: walk.t('accounts:captcha.group') }).count()).toBe(0)
    await accountSteps.failUntilCaptcha(walk)
    await walk.stop()
  })

  test.concurrent('prices have the sign of their currency, and are English in other languages', async ({
    openWalk,
  }) => {
    const { go, page } = await openWalk(language)
    const firstItem = page.locator('[id^="item-"]').first()
    await go('/prices?locale={lng}')
    expect(await firstItem.textContent()).toContain(currencySigns[language])
    await go('/prices?locale=fr')
    expect(await firstItem.textContent()).toContain('$')
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })

  test.concurrent('a toast goes by itself', async ({ openWalk, player }) => {
    const walk = await openWalk(language, player)
    const { go, page, t } = walk
    await go('/games/{lng}/?source=mobile')
    await siteSteps.askToClose(walk)
    await page.getByRole('button', { name: t('common:header.stay') }).click()
    await siteSteps.openAccountMenu(walk)
    const toast = page.getByText(t('common:header.idCopied'))
    await Promise.all([
      toast.waitFor(),
      page.getByRole('button', { name: t('common:header.copyId') }).click(),
    ])
    await page.mouse.move(0, 0)
    await toast.waitFor({ state: 'detached' })
  })

  test.concurrent('a dialog closes with a fade of 300 ms', async ({ openWalk, player }) => {
    const walk = await openWalk(language, player)
    const { go, page } = walk
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await go('/settings')
    await profileSteps.askToLeaveEverywhere(walk)
    const dialog = page.getByRole('dialog')
    const fade = await dialog.evaluateHandle(observeFade)
    await page.keyboard.press('Escape')
    expect(await fade.evaluate(({ durationMs }) => durationMs)).toBe(300)
    await dialog.waitFor({ state: 'detached' })
  })

  test.concurrent('the layout changes at 767 and 1024 px, and fits each width', async ({ openWalk }) => {
    const { go, page, stop } = await openWalk(language)
    await go('/games/{lng}/')
    for (const width of [360, 767, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForFunction(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      )
    }
    await page.setViewportSize({ width: 360, height: 780 })
    await stop()
  })

  test.concurrent('pictures and files are at their addresses', async ({ environment }) => {
    for (const path of ['/main_images/favicon.svg', '/static_files/README.md'])
      expect([path, (await fetch(environment.hubUrl + path)).status]).toEqual([path, 200])
  })
}

/**
 * Runs in the page, before the dialog closes. Does not depend on frames, which a busy machine may draw after the
 * fade.
 */
async function observeFade(dialog: Element): Promise<{ durationMs: Promise<unknown> }> {
  await Promise.all(dialog.getAnimations().map(({ finished }) => finished))
  const durationMs = new Promise((resolve) => {
    const onAttributes = () => {
      if (dialog.hasAttribute('data-ending-style'))
        resolve(dialog.getAnimations()[0]?.effect?.getTiming().duration)
    }
    new MutationObserver(onAttributes).observe(dialog, { attributes: true })
  })
  return { durationMs }
}
