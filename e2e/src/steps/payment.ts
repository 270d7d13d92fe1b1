/** A player's acts on the payment page, in the hub's own window or in a frame. */
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import type { Frame, FrameLocator, Page } from 'playwright-core'
import { type ApiPlayer, call, createOrder } from '../environment/api.ts'
import { type TestEnvironment, waitUntil } from '../environment/environment.ts'
import { type AddedLanguage, isAdded } from '../environment/languages.ts'
import { type Language, translator } from '../environment/translator.ts'

const t = translator('en')

/** Pays by card through Stripe, in English, and closes the result. */
export async function payByCard(hub: Page | Frame): Promise<void> {
  const pay = hub.getByRole('button', { name: /^Pay / })
  await pay.click()
  await fillCard(hub, 'en', '4242424242424242')
  await pay.click()
  await hub.getByRole('button', { name: t('payments:result.ok'), exact: true }).click()
}

/** Cancels, confirms and closes the result. */
export async function cancelPayment(hub: Page | Frame, language: Language = 'en'): Promise<void> {
  const t = translator(language)
  await hub
    .getByRole('button', { name: t('payments:cancel.action'), exact: true })
    .first()
    .click()
  await hub
    .getByRole('dialog', { name: t('payments:cancel.question') })
    .getByRole('button', { name: t('payments:cancel.confirm') })
    .click()
  await hub.getByRole('button', { name: t('payments:result.later'), exact: true }).click()
}

/** Pays by a provider's card on the payment page. */
export async function payThrough(
  page: Page,
  provider: PaymentProvider,
  shown: Language | AddedLanguage,
): Promise<void> {
  const t = translator(shown)
  const language = isAdded(shown) ? 'en' : shown
  const pay = page.getByRole('button', { name: new RegExp(`^${t('payments:pay', { price: '.+' })}`) })
  const through = new RegExp(t(`payments:provider.${provider}`))
  await page.getByRole('radio', { name: through }).first().check()
  if (provider === 'yandex-pay') {
    const [popup] = await Promise.all([page.waitForEvent('popup'), pay.click()])
    await popup.waitForURL('**/yandex-pay/pay*')
    return popup.getByRole('button', { name: /^(Pay|Оплатить)/ }).click()
  }
  await pay.click()
  if (provider === 'yookassa') return payInYooKassaForm(page, language, '5555555555554444')
  await fillCard(page, language, '4242424242424242')
  return pay.click()
}

/** Buys an item without a browser. @returns  the order's id */
export async function buyItem(
  environment: TestEnvironment,
  { jwt }: ApiPlayer,
  itemId: string,
): Promise<string> {
  const id = await openPayment(environment, { jwt }, itemId)
  await environment.decidePayment(id, 'succeed')
  await waitUntil(async () => {
    const { status } = await call<{ status: string }>(environment, 'GET', `/payments/get/${id}`, { jwt })
    return status === 'paid' || undefined
  }, `the payment of ${itemId}`)
  return id
}

/** Orders an item and goes to Stripe without paying. @returns  the order's id */
export async function openPayment(
  environment: TestEnvironment,
  { jwt }: Pick<ApiPlayer, 'jwt'>,
  itemId: string,
): Promise<string> {
  const id = await createOrder(environment, jwt, { itemId })
  await call(environment, 'GET', `/payments/stripe/create/${id}`, { jwt })
  return id
}

const stripeLabels = {
  en: { title: 'Secure card form', number: 'Card number', expiry: 'Expiry date', cvc: 'Security code' },
  ru: {
    title: 'Защищённая форма карты',
    number: 'Номер карты',
    expiry: 'Срок действия',
    cvc: 'Код безопасности',
  },
}

/** Stripe's card form, in its frame. */
export function stripeForm(page: Page | Frame, language: Language): FrameLocator {
  return page.frameLocator(`iframe[title="${stripeLabels[language].title}"]`)
}

export async function fillCard(page: Page | Frame, language: Language, number: string): Promise<void> {
  await fillCardFields(stripeForm(page, language), stripeLabels[language], number)
}

const yooKassaLabels = {
  en: { number: 'Card number', expiry: 'Expiry date', cvc: 'Security code', pay: /^Pay/ },
  ru: { number: 'Номер карты', expiry: 'Срок действия', cvc: 'Код безопасности', pay: /^Заплатить/ },
}

/** YooKassa's form, in its frame: its language is the order's, its title is in the page's language. */
export function yooKassaForm(page: Page): FrameLocator {
  return page.frameLocator('iframe[title*="assa"]')
}

export async function payInYooKassaForm(page: Page, language: Language, number: string): Promise<void> {
  const form = yooKassaForm(page)
  await fillCardFields(form, yooKassaLabels[language], number)
  await form.getByRole('button', { name: yooKassaLabels[language].pay }).click()
}

type CardLabels = { number: string; expiry: string; cvc: string }

async function fillCardFields(form: FrameLocator, labels: CardLabels, number: string): Promise<void> {
  await form.getByLabel(labels.number).fill(number)
  await form.getByLabel(labels.expiry).fill('12 / 40')
  await form.getByLabel(labels.cvc).fill('123')
}
