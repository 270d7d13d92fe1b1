/** The signing secrets of a game's webhooks, in the console. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../../environment/browser.ts'
import { startEnvironment } from '../../../environment/environment.ts'
import { journey } from '../../../environment/journey.ts'
import { consoleTranslator, testedLanguages } from '../../../environment/translator.ts'
import { openOwnerSession, useSession } from '../../../steps/operator-session.ts'

const test = journey({ start: startEnvironment })

test.for(testedLanguages('en'))(
  'an owner rotates a webhook secret in %s',
  async (language, { environment, openTab }) => {
    const t = consoleTranslator(language)
    const owner = await openOwnerSession(environment)
    await owner.call('PUT', '/session/language', { language })
    const { page, context } = await openTab({ language })
    await useSession(context, environment, owner)
    const project = language === 'en' ? 'islandm3' : 'familytown'
    await page.goto(`/console/game-servers/${project}/secret`)
    await page.getByText(t('game-servers:secret.sandbox')).waitFor()

    const button = (id: string) => page.getByRole('button', { name: t(id), exact: true })
    const dialog = page.getByRole('dialog')
    const create = async (overlap?: string) => {
      await button('game-servers:secret.create').focus()
      await page.keyboard.press('Enter')
      if (overlap) await dialog.getByLabel(t('game-servers:secret.overlap')).selectOption({ label: overlap })
      await dialog.getByRole('textbox').last().fill('A test')
      expect(await accessibilityViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: t('game-servers:secret.create') }).click()
      const secret = await dialog.getByText(/^whsec_/).textContent()
      expect(await accessibilityViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: t('common:done') }).click()
      return secret
    }
    const first = await create()
    const second = await create(t('game-servers:overlap.1'))
    expect(second).not.toBe(first)
    await rows(page).nth(2).getByText(t('game-servers:secret.ending')).waitFor()
    expect(await page.content()).not.toContain(first)
    expect(await accessibilityViolations(page)).toEqual([])

    await rows(page)
      .nth(2)
      .getByRole('button', { name: t('game-servers:secret.revoke') })
      .click()
    await dialog.getByRole('textbox').last().fill('Every server has the new one')
    await dialog.getByRole('button', { name: t('game-servers:secret.revoke') }).click()
    await page.getByText(t('game-servers:secret.revoked')).waitFor()
    await expect.poll(() => rows(page).count()).toBe(2)
  },
)

const rows = (page: Page) => page.getByRole('row')
