/** Help with a payment: asked for on its page, answered by an operator's command, read and answered again. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPlayer } from '../../apps/server/src/demo.ts'
import { type ApiPlayer, signIn } from './api.ts'
import { type ClientInfo, newVisitor, openBrowser } from './browser.ts'
import { operate } from './operate.ts'
import { keepSignedIn } from './visit.ts'
import { wordsIn } from './words.ts'
import { type Email, startWorld, type World } from './world.ts'

const words = wordsIn('en')
const supportAddress = 'support@playhub.example'
const question = 'Five hints were paid for.\n<b>None</b> came.'
let world: World
let browser: Browser
let player: ApiPlayer
let visitor: ClientInfo
let page: Page
let toTeam: Email
let ticketId = ''

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  player = await signIn(world, demoPlayer.email, demoPlayer.password)
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl })
  page = visitor.page
  await keepSignedIn(page, player)
})
afterAll(async () => {
  await visitor?.context.close()
  await browser?.close()
  await world?.close()
})

const button = (path: string) => page.getByRole('button', { name: words(path), exact: true })
const field = (path: string) => page.getByLabel(words(path), { exact: true })

test('the help icon of a payment opens a form that knows the payment and the player', async () => {
  await page.goto('/transactions')
  await page
    .getByRole('button', { name: /\d{4}-\d{2}-\d{2}/ })
    .first()
    .click()
  await page.getByRole('link', { name: words('payments:history.help') }).click()
  await page.getByText(words('support:order.title')).waitFor()
  expect(await field('support:form.paymentId').inputValue()).toBe(
    new URL(page.url()).pathname.split('/').at(-1),
  )
  expect(await field('support:form.userId').inputValue()).toBe(player.userId)
  expect(await field('support:form.email').inputValue()).toBe(player.email)
})

test('without a reason nothing is sent; what fails says a failed payment’s word and keeps every word', async () => {
  await field('support:form.message').fill(question)
  await button('support:form.send').click()
  await page.getByText(words('errors:issue.REASON_REQUIRED')).waitFor()
  await page.getByRole('radio', { name: words('support:reason.DROP_NOT_CREDITED') }).check()
  await page.route('**/api/payments/send-letter-support', (route) => route.abort())
  await button('support:form.send').click()
  const alert = page.getByRole('alert').filter({ hasText: words('support:unreachable') })
  await alert.waitFor()
  expect(await alert.textContent()).toContain(words('common:status.fail'))
  expect(await field('support:form.message').inputValue()).toBe(question)
  await page.unroute('**/api/payments/send-letter-support')
})

test('the request is sent once, and the team has it with what happened to the order', async () => {
  await button('support:form.send').dblclick()
  await page.getByText('We have received your request and will contact you via email shortly.').waitFor()
  ticketId = new URL(page.url()).searchParams.get('ticket') ?? ''
  toTeam = await world.letterTo(supportAddress)
  expect(toTeam.text).toContain(ticketId)
  expect(toTeam.text).toContain(question)
  expect(toTeam.text).toContain('What happened to the order')
  expect(toTeam.text).toContain('Ordered "')
  expect(await operate(world, 'tickets', 'list')).toContain(ticketId)
})

test('an operator answers by a command; the player has it by mail and on the page, and writes back', async () => {
  await operate(world, 'tickets', 'answer', ticketId, 'They are in the bag now.')
  await page.reload()
  await page.getByText('They are in the bag now.').waitFor()
  await page.getByText(words('support:state.answered'), { exact: true }).waitFor()
  await field('support:answer.label').fill('Found them, thank you!')
  await button('support:answer.send').click()
  await page.getByRole('listitem').filter({ hasText: 'Found them, thank you!' }).waitFor()
  await page.getByText(words('support:state.open'), { exact: true }).waitFor()
  expect((await world.letterTo(supportAddress, toTeam)).text).toContain('Found them, thank you!')
})

test('a closed request says so and leads to a new one about the same payment', async () => {
  await operate(world, 'tickets', 'close', ticketId)
  await page.goto('/transactions/help')
  await page.getByRole('link', { name: words('support:reason.DROP_NOT_CREDITED') }).click()
  await page.getByRole('link', { name: words('support:askAnew') }).click()
  await page.getByText(words('support:order.title')).waitFor()
  expect(visitor.complaints.filter((complaint) => !/ERR_FAILED/.test(complaint))).toEqual([])
})
