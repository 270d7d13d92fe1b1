/** A language from the operator's content, here the pseudo-language instead of German. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createOrder } from '../../environment/api.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { addedMessages, addLanguages, type Messages, pseudo } from '../../environment/languages.ts'
import { translator } from '../../environment/translator.ts'
import { fillRegistration } from '../../steps/login.ts'
import { fillCard } from '../../steps/payment.ts'

const language = 'de'
const t = translator(language)
const password = 'Playhub2026'

const test = journey({
  start() {
    const content = copyContent()
    addLanguages(content, [language])
    return startEnvironment({ CONTENT_DIR: content.dir })
  },
})

const emailMessages = addedMessages(language, 'emails') as Record<string, Messages>

test('a player logs in, pays and gets the receipt in a language that the content adds', async ({
  environment,
  openTab,
}) => {
  const { page, allowConsoleErrors } = await openTab({ language })
  await page.goto('/')
  expect(new URL(page.url()).pathname).toBe('/games/de/')
  await page.getByRole('heading', { name: t('catalogue:moreGames') }).waitFor()
  await page.getByRole('link', { name: t('catalogue:playGame', { name: pseudo('Family Town') }) }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')

  const email = `${randomUUID().slice(0, 8)}@example.org`
  await page.goto('/session/registration')
  await fillRegistration(page, t, { email, password })
  await page.getByRole('button', { name: t('accounts:registration.submit') }).click()
  const codeEmail = await environment.emailTo(email)
  expect(codeEmail.text).toContain(textAt(emailMessages, 'code.registration.heading'))
  await page.getByLabel(t('accounts:code.label')).fill(await environment.codeFor(email))
  await page.waitForURL('**/games/de/')

  const jwt = await page.evaluate(() => localStorage.getItem('access-token') ?? '')
  const id = await createOrder(environment, jwt, { language })
  await page.goto(`/payments/process/${id}`)
  await page.getByText(pseudo('Five hints')).first().waitFor()
  const price = new Intl.NumberFormat('de', { style: 'currency', currency: 'USD' }).format(0.99)
  const pay = page.getByRole('button', { name: t('payments:pay', { price }) })
  await pay.click()
  await fillCard(page, 'en', '4242424242424242')
  await pay.click()
  await page.getByRole('dialog', { name: t('payments:result.paid.title') }).waitFor()
  const receipt = await waitUntil(async () => {
    const newest = await environment.emailTo(email)
    return newest.id === codeEmail.id ? undefined : newest
  }, 'the receipt')
  expect(receipt.text).toContain(textAt(emailMessages, 'receipt.heading'))
  expect(receipt.text).toContain(pseudo('Five hints'))

  allowConsoleErrors(/status of 404/)
  await page.goto('/main_images/nothing.png')
  const pages = addedMessages(language, 'pages') as Messages
  await page.getByRole('heading', { name: textAt(pages, 'error.notFoundTitle') }).waitFor()
})

test('the language is chosen from those of the hub, and the choice loads its texts only', async ({
  openTab,
}) => {
  const { page, requestedUrls } = await openTab({ language: 'en' })
  await page.goto('/games/en/')
  await page
    .getByRole('banner')
    .getByTitle(/^Language/)
    .click()
  expect(await page.locator('[data-language]').allTextContents()).toEqual(['Русский', 'English', 'Deutsch'])
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.waitForURL('**/games/de/')
  await page.getByRole('heading', { name: t('catalogue:moreGames') }).waitFor()
  // The page may come from the server, and load the messages after it shows the heading.
  const loaded = () =>
    requestedUrls.filter((url) => url.includes('/languages/')).map((url) => new URL(url).pathname)
  await expect.poll(loaded).toEqual([expect.stringMatching(/^\/languages\/[\w-]+\/de\/shared\.json$/)])
  expect(requestedUrls.filter((url) => /\/i18n\/ru\//.test(url))).toEqual([])
})

function textAt(messages: Messages, key: string): string {
  const text = key
    .split('.')
    .reduce<string | Messages | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : undefined),
      messages,
    )
  if (typeof text !== 'string') throw new Error(`There is no text ${key}`)
  return text
}
