/** The right to withdraw from a contract, in both ways that a hub may offer it. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createOrder } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { buyItem } from '../../steps/payment.ts'

const phone = { width: 360, height: 740 }

function copyWith(withdrawal: 'waiver' | 'refund'): string {
  const { dir } = copyContent()
  appendFileSync(join(dir, 'hub.yaml'), `\nlegal: { withdrawal: ${withdrawal} }\n`)
  return dir
}

const waiverTest = journey({ start: () => startEnvironment({ CONTENT_DIR: copyWith('waiver') }) })
const refundTest = journey({ start: () => startEnvironment({ CONTENT_DIR: copyWith('refund') }) })

waiverTest(
  'a payment starts only once the player has waived the right to withdraw',
  async ({ environment, player, openTab }) => {
    const t = translator('ru')
    const { page } = await openTab({ language: 'ru', player, ...phone })
    const id = await createOrder(environment, player.jwt, { language: 'ru' })
    // A direct link to a provider's form asks first, too.
    await page.goto(`/payments/stripe/${id}?locale=ru`)
    const box = page.getByRole('checkbox', { name: /теряю право отказаться/ })
    await box.waitFor()
    expect(await box.isChecked()).toBe(false)
    expect(await accessibilityViolations(page)).toEqual([])
    const pay = page.getByRole('button', { name: new RegExp(`^${t('payments:pay', { price: '' }).trim()}`) })
    await pay.click()
    await page.getByText(t('errors:issue.WAIVER_REQUIRED')).waitFor()
    await box.check()
    await pay.click()
    await page.getByRole('heading', { name: t('payments:form.title.stripe') }).waitFor()
  },
)

refundTest(
  'a player withdraws in two steps, from the footer and by the keyboard',
  async ({ environment, player, openTab }) => {
    const t = translator('en')
    await buyItem(environment, player, 'familytown-coins')
    const { page } = await openTab({ language: 'en', player, ...phone })
    await page.goto('/prices')
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('common:footer.withdraw') })
      .click()
    await page.getByRole('heading', { level: 1, name: t('payments:withdrawal.title') }).waitFor()
    const declare = page.getByRole('button', { name: t('payments:withdrawal.action') })
    await declare.focus()
    await page.keyboard.press('Enter')
    const confirm = page.getByRole('button', { name: t('payments:withdrawal.confirm') })
    await confirm.waitFor()
    await page.getByText(/You withdrew from the contract at/).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIV')
    await confirm.click()
    await confirm.waitFor({ state: 'detached' })
    await page.getByText(t('payments:withdrawal.confirmed')).first().waitFor()
    await expect
      .poll(async () => {
        await page.goto('/transactions')
        return page.getByRole('main').getByText(t('payments:history.refunded')).count()
      })
      .toBeGreaterThan(0)
  },
)
