import type { Frame, FrameLocator, Page } from 'playwright-core'
import type { Language } from '../environment/translator.ts'

const labels = {
  en: { title: 'Secure card form', number: 'Card number', expiry: 'Expiry date', cvc: 'Security code' },
  ru: {
    title: 'Защищённая форма карты',
    number: 'Номер карты',
    expiry: 'Срок действия',
    cvc: 'Код безопасности',
  },
}

/** Types a card into the provider's own form, which stands in a frame of the provider's. */
export async function fillCard(page: Page | Frame, language: Language, number: string): Promise<void> {
  const words = labels[language]
  const form = page.frameLocator(`iframe[title="${words.title}"]`)
  await form.getByLabel(words.number).fill(number)
  await form.getByLabel(words.expiry).fill('12 / 40')
  await form.getByLabel(words.cvc).fill('123')
}

const yooKassaLabels = {
  en: { number: 'Card number', expiry: 'Expiry date', cvc: 'Security code', pay: /^Pay/ },
  ru: { number: 'Номер карты', expiry: 'Срок действия', cvc: 'Код безопасности', pay: /^Заплатить/ },
}

/** YooKassa's own form. Its language is that of the order, its title that of the page. */
export function yooKassaForm(page: Page): FrameLocator {
  return page.frameLocator('iframe[title*="assa"]')
}

/** Types a card into YooKassa's form and pays. */
export async function fillYooKassaCard(page: Page, language: Language, number: string): Promise<void> {
  const words = yooKassaLabels[language]
  const form = yooKassaForm(page)
  await form.getByLabel(words.number).fill(number)
  await form.getByLabel(words.expiry).fill('12 / 40')
  await form.getByLabel(words.cvc).fill('123')
  await form.getByRole('button', { name: words.pay }).click()
}
