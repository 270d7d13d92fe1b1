/** What a player does on the payment page, in the hub's own window or in a frame. */
import type { Frame, FrameLocator, Page } from 'playwright-core'
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

/** Cancels, confirms and closes the result, in English. */
export async function cancelPayment(hub: Page | Frame): Promise<void> {
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
