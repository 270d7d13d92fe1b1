/** Support for a payment: requested on its page, answered by an operator's command, read and answered again. */

import { demoPlayer } from '@playhub/server/demo'
import { expect } from 'vitest'
import { logIn, storeLogin } from '../../environment/api.ts'
import type { Email } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { hasFocus } from '../../steps/keyboard.ts'

const t = translator('en')
const supportInbox = 'support@playhub.example'
const question = 'Five hints were paid for.\n<b>None</b> came.'

const test = journey()
  .extend('loggedIn', { scope: 'file' }, ({ environment }) =>
    logIn(environment, demoPlayer.email, demoPlayer.password),
  )
  .extend('ui', { scope: 'file' }, async ({ fileTab, loggedIn }) => {
    fileTab.allowConsoleErrors(/ERR_FAILED/)
    const { page } = fileTab
    await storeLogin(page, loggedIn)
    return {
      page,
      button: (id: string) => page.getByRole('button', { name: t(id), exact: true }),
      field: (id: string) => page.getByLabel(t(id), { exact: true }),
    }
  })
  /** State left for the next test. */
  .extend('ticket', { scope: 'file' }, (): { id: string; email?: Email } => ({ id: '' }))

test('help with a payment opens a form with the payment and the player filled in', async ({
  loggedIn,
  ui: { page, field },
}) => {
  await page.goto('/transactions')
  await page
    .getByRole('button', { name: /\d{4}-\d{2}-\d{2}/ })
    .first()
    .click()
  await page.getByRole('link', { name: t('payments:history.help') }).click()
  await page.getByText(t('support:order.title')).waitFor()
  expect(await field('support:form.paymentId').inputValue()).toBe(
    new URL(page.url()).pathname.split('/').at(-1),
  )
  expect(await field('support:form.userId').inputValue()).toBe(loggedIn.userId)
  expect(await field('support:form.email').inputValue()).toBe(loggedIn.email)
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(1)
})

test('reason, message and email come first; another recent payment fills in its id', async ({
  ui: { page, field },
}) => {
  const fields = page.getByRole('main').locator('input, textarea')
  const names = await fields.evaluateAll((all) => [...new Set(all.map((each) => each.getAttribute('name')))])
  expect(names).toEqual(['reason', 'message', 'email', 'payment', 'paymentId', null])
  const payments = page.getByRole('radiogroup', { name: t('support:form.payment') }).getByRole('radio')
  expect(await payments.count()).toBe(4)
  const [first, second] = [await payments.nth(0).inputValue(), await payments.nth(1).inputValue()]
  await payments.nth(1).check()
  expect(await field('support:form.paymentId').inputValue()).toBe(second)
  await payments.last().check()
  expect(await field('support:form.paymentId').inputValue()).toBe('')
  await page.getByText(t('support:order.none')).waitFor()
  await payments.nth(0).check()
  expect(await field('support:form.paymentId').inputValue()).toBe(first)
  await page.getByText(t('support:order.title')).waitFor()
})

test('nothing is sent without a reason; an error shows the status of the payment and keeps the text', async ({
  ui: { page, button, field },
}) => {
  const email = await field('support:form.email').inputValue()
  await field('support:form.message').fill(question)
  await field('support:form.email').fill('anna')
  await button('support:form.send').click()
  await page.getByText(t('errors:issue.REASON_REQUIRED')).waitFor()
  expect(await hasFocus(page.getByRole('radio').first())).toBe(true)
  await field('support:form.email').fill(email)
  await page.getByRole('radio', { name: t('support:reason.DROP_NOT_CREDITED') }).check()
  await page.route('**/api/payments/send-letter-support', (route) => route.abort())
  await button('support:form.send').click()
  const alert = page.getByRole('alert').filter({ hasText: t('support:unreachable') })
  await alert.waitFor()
  expect(await alert.textContent()).toContain(t('common:status.fail'))
  expect(await field('support:form.message').inputValue()).toBe(question)
  await page.unroute('**/api/payments/send-letter-support')
})

test('a double click sends one request, and the support team gets it with the history of the order', async ({
  environment,
  ticket,
  ui: { page, button },
}) => {
  await button('support:form.send').dblclick()
  await page.getByText('We have received your request and will contact you via email shortly.').waitFor()
  const title = page.getByRole('heading', { level: 1, name: t('support:reason.DROP_NOT_CREDITED') })
  expect(await title.textContent()).toContain(String(new Date().getFullYear()))
  ticket.id = new URL(page.url()).searchParams.get('ticket') ?? ''
  ticket.email = await environment.emailTo(supportInbox)
  for (const part of [ticket.id, question, 'What happened to the order', 'Ordered "'])
    expect(ticket.email.text).toContain(part)
  expect(await environment.runCommand('tickets', 'list')).toContain(ticket.id)
})

test('an operator answers by a command; the player reads it on the page and writes back', async ({
  environment,
  ticket,
  ui: { page, button, field },
}) => {
  await environment.runCommand('tickets', 'answer', ticket.id, 'They are in the bag now.')
  await page.reload()
  await page.getByText('They are in the bag now.').waitFor()
  await page.getByText(t('support:state.answered'), { exact: true }).waitFor()
  await field('support:answer.label').fill('Found them, thank you!')
  await button('support:answer.send').click()
  await page.getByRole('listitem').filter({ hasText: 'Found them, thank you!' }).waitFor()
  await page.getByText(t('support:state.open'), { exact: true }).waitFor()
  expect((await environment.emailTo(supportInbox, ticket.email)).text).toContain('Found them, thank you!')
})

test('a closed request leads to a new one about the same payment, and a message opens it again', async ({
  environment,
  ticket,
  ui: { page, button, field },
}) => {
  await environment.runCommand('tickets', 'close', ticket.id)
  await page.goto('/transactions/help')
  await page.getByRole('link', { name: t('support:reason.DROP_NOT_CREDITED') }).click()
  await page.getByText(t('support:closedRecently')).waitFor()
  await page.getByRole('link', { name: t('support:askAnew') }).click()
  await page.getByText(t('support:order.title')).waitFor()
  await page.goBack()
  await field('support:answer.label').fill('One more is missing.')
  await button('support:answer.send').click()
  await page.getByText(t('support:state.open'), { exact: true }).waitFor()
})
