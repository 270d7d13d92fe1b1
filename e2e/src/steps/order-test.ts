/** `test` with an order on its payment page. */
import type { PaymentProvider } from '@playhub/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ApiPlayer, call, createOrder, register } from '../environment/api.ts'
import { accessibilityViolations, type TabOptions } from '../environment/browser.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import { journey, type OpenTab } from '../environment/journey.ts'
import { type Language, translator } from '../environment/translator.ts'
import { yooKassaForm } from './payment.ts'

export type OrderOptions = Partial<TabOptions> & {
  player?: ApiPlayer
  /** Runs before the payment page opens. */
  prepare?: (context: BrowserContext) => unknown
}

type Fixtures = { environment: TestEnvironment; openTab: OpenTab }

/**
 * @returns  a function to create an order and open its payment page. Each order has its own player: while the
 *           first order is unpaid, ordering the same item returns it again.
 */
export function createOrders({ environment, openTab }: Fixtures) {
  return async (language: Language, { prepare, player: given, ...options }: OrderOptions = {}) => {
    const player = given ?? (await register(environment))
    const t = translator(language)
    const tab = await openTab({ language, player, ...options })
    const { page } = tab
    await prepare?.(tab.context)
    const orderId = await createOrder(environment, player.jwt, { language })
    await page.goto(`/payments/process/${orderId}`)

    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const payButton = button(new RegExp(`^${t('payments:pay', { price: '' }).trim()}`))
    const select = (method: PaymentProvider) =>
      page
        .getByRole('radio', { name: new RegExp(t(`payments:provider.${method}`)) })
        .first()
        .check()
    async function openWindow(): Promise<Page> {
      const [popup] = await Promise.all([page.waitForEvent('popup'), payButton.click()])
      await popup.waitForURL('**/yandex-pay/pay*')
      return popup
    }
    return {
      t,
      tab,
      page,
      orderId,
      player,
      button,
      payButton,
      dialog: page.getByRole('dialog'),
      heading: (id: string) => page.getByRole('heading', { name: t(id) }),
      summary: page.getByRole('region', { name: t('payments:summary') }),
      yooKassa: yooKassaForm(page),
      /** Chooses a method and presses Pay. @returns  the button label, which names the price */
      async choose(method: PaymentProvider): Promise<string> {
        await select(method)
        const label = (await payButton.textContent()) ?? ''
        await payButton.click()
        return label
      },
      select,
      /** Presses Pay in Yandex Pay's form. */
      openWindow,
      /** Chooses Yandex Pay and presses Pay, once. */
      async openYandexPay(): Promise<Page> {
        await select('yandex-pay')
        return openWindow()
      },
      /** Cancels and confirms. */
      async cancel(): Promise<void> {
        await button(t('payments:cancel.action')).click()
        const dialog = page.getByRole('dialog', { name: t('payments:cancel.question') })
        await dialog.getByRole('button', { name: t('payments:cancel.confirm') }).click()
      },
      async expectNoErrors(): Promise<void> {
        expect(await accessibilityViolations(page)).toEqual([])
        tab.expectNoConsoleErrors()
      },
      async fetchStatus(): Promise<string> {
        const path = `/payments/get/${orderId}`
        return (await call<{ status: string }>(environment, 'GET', path, { jwt: player.jwt })).status
      },
      decide: (outcome: string, more?: object) => environment.decidePayment(orderId, outcome, more),
    }
  }
}

export const orderTest = journey().extend('order', ({ environment, openTab }) =>
  createOrders({ environment, openTab }),
)

export type OpenOrder = Awaited<ReturnType<ReturnType<typeof createOrders>>>

/** Pays on Yandex Pay's page. */
export const payInPopup = (popup: Page) => popup.getByRole('button', { name: /^(Pay|Оплатить)/ }).click()
