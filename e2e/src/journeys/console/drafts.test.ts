/** An operator's draft is back after everything that may happen before it is sent. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { logInOwner } from '../../steps/operator.ts'
import {
  type OperatorSession,
  openOwnerSession,
  openSession,
  useSession,
} from '../../steps/operator-session.ts'

const t = consoleTranslator('en')

const test = journey({ start: () => startEnvironment() })
  .extend('owner', { scope: 'file' }, ({ environment }) => openOwnerSession(environment))
  .extend('ticket', { scope: 'file' }, async ({ owner }) => {
    const { body } = await owner.call('GET', '/tickets?state=open')
    return (body as { data: { result: { id: string }[] } }).data.result[0]?.id ?? ''
  })
  .extend('support', { scope: 'file' }, ({ environment, owner }) =>
    openSession(environment, owner, {
      ...{ email: 'support@drafts.example', name: 'Sam' },
      ...{ role: 'support', project: '*', language: 'en' },
    }),
  )
  /** Opens the console as the owner. */
  .extend('console', async ({ environment, openTab, owner }) => {
    const tab = await openTab()
    tab.allowConsoleErrors(/status of 40[19]/)
    await useSession(tab.context, environment, owner)
    return tab
  })

const open = async (page: Page, path: string) => {
  await page.goto(`/console/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const button = (page: Page, id: string) => page.getByRole('button', { name: t(id), exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const reasonField = (page: Page) => dialog(page).getByLabel(t('common:confirm.reason'))
const answerField = (page: Page) => page.getByRole('textbox', { name: /^Answer to / })
const noteField = (page: Page) => page.getByLabel(t('players:notes.text'))
/** The field has the text, too. */
const noteRow = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('an answer that was typed after the session ended is there after the login', async ({
  console,
  environment,
  ticket,
}) => {
  const { page, context } = console
  await open(page, `tickets/${ticket}`)
  await answerField(page).waitFor()
  await context.clearCookies()
  await answerField(page).fill('The hints are back in your game.')
  await button(page, 'tickets:answer.send').click()
  await logInOwner(page, environment)
  await page.waitForURL(/\/tickets\//)
  expect(await answerField(page).inputValue()).toBe('The hints are back in your game.')
  await page.getByText(t('tickets:draft.saved')).waitFor()
})

test('an answer is there after the tab was closed before the hub had its draft', async ({
  console,
  ticket,
}) => {
  const { page, context } = console
  await page.route('**/draft', (route) => route.abort())
  console.allowConsoleErrors(/ERR_FAILED/)
  await open(page, `tickets/${ticket}`)
  await answerField(page).fill('Half an answer')
  await page.close()
  const next = await context.newPage()
  await open(next, `tickets/${ticket}`)
  expect(await answerField(next).inputValue()).toBe('Half an answer')
  await button(next, 'tickets:answer.send').click()
  await next.getByText(t('tickets:answer.sent')).first().waitFor()
  await next.reload()
  expect(await answerField(next).inputValue()).toBe('')
})

test('notes, reasons and replies are there after a reload, until they are saved or discarded', async ({
  console,
  environment,
}) => {
  const { page } = console
  const player = await register(environment, `notes-${Date.now().toString(36)}@example.org`)
  await open(page, `players/${player.userId}/notes`)
  await noteField(page).fill('Asks twice a day')
  await page.reload()
  expect(await noteField(page).inputValue()).toBe('Asks twice a day')
  await button(page, 'players:notes.add').click()
  await noteRow(page, 'Asks twice a day').waitFor()
  await page.reload()
  expect(await noteField(page).inputValue()).toBe('')

  await open(page, `players/${player.userId}`)
  await button(page, 'players:ban.button').click()
  await dialog(page).getByText(t('players:ban.lengths.30')).click()
  await reasonField(page).fill('Sold accounts')
  await page.goBack()
  await open(page, `players/${player.userId}`)
  await button(page, 'players:ban.button').click()
  expect(await reasonField(page).inputValue()).toBe('Sold accounts')
  expect(await dialog(page).getByLabel(t('players:ban.lengths.30')).isChecked()).toBe(true)
  await button(page, 'common:cancel').click()
  await dialog(page).waitFor({ state: 'hidden' })
  await button(page, 'players:ban.button').click()
  expect(await reasonField(page).inputValue()).toBe('')

  await open(page, 'replies/new')
  await page.getByLabel(t('tickets:replies.name')).fill('Lost items')
  await page.getByLabel(t('tickets:replies.text')).fill('They are back.')
  await page.reload()
  expect(await page.getByLabel(t('tickets:replies.name')).inputValue()).toBe('Lost items')
  await button(page, 'common:save').click()
  await page.getByRole('link', { name: /Lost items/ }).waitFor()
  await open(page, 'replies/new')
  expect(await page.getByLabel(t('tickets:replies.name')).inputValue()).toBe('')
})

test('an own name and the kinds of alerts are there after a reload, until they are saved or discarded', async ({
  console,
}) => {
  const { page } = console
  await open(page, 'me')
  const name = page.getByLabel(t('account:name'), { exact: true })
  const before = await name.inputValue()
  await name.fill('Olga of the harbour')
  await page.reload()
  expect(await name.inputValue()).toBe('Olga of the harbour')
  await button(page, 'account:saveName').click()
  await page.getByText(t('account:nameSaved')).first().waitFor()
  expect(await name.inputValue()).toBe('Olga of the harbour')
  await name.fill('Somebody else')
  await page.reload()
  await button(page, 'common:drafts.discard').click()
  expect(await name.inputValue()).toBe('Olga of the harbour')
  await name.fill(before)
  await button(page, 'account:saveName').click()

  await open(page, 'operations')
  const kind = dialog(page).getByLabel(t('operations:alerts.kind.refund-failed'))
  await button(page, 'operations:alerts.add').click()
  await kind.uncheck()
  await page.reload()
  await button(page, 'operations:alerts.add').click()
  expect(await kind.isChecked()).toBe(false)
  await button(page, 'common:cancel').click()
  await button(page, 'operations:alerts.add').click()
  expect(await kind.isChecked()).toBe(true)
})

test("a restored reply does not overwrite a colleague's change unseen", async ({ console, owner }) => {
  const { page } = console
  const reply = { title: 'Refunds', language: 'en', text: 'Within three days.' }
  const { id, version } = await result<{ id: string; version: number }>(owner.call('POST', '/replies', reply))
  const text = page.getByLabel(t('tickets:replies.text'))
  await open(page, `replies/${id}`)
  await text.fill('Within a week.')
  await owner.call('PUT', `/replies/${id}`, { ...reply, text: 'Within five days.', version })
  await page.reload()
  expect(await text.inputValue()).toBe('Within a week.')
  await page.getByText('Within five days.').waitFor()
  await button(page, 'tickets:replies.takeTheirs').click()
  expect(await text.inputValue()).toBe('Within five days.')
  await page.reload()
  expect(await text.inputValue()).toBe('Within five days.')
})

test('another operator of the browser sees no draft; the owner of it does', async ({
  console,
  environment,
  owner,
  support,
}) => {
  const { page, context } = console
  const player = await register(environment, `shared-${Date.now().toString(36)}@example.org`)
  const path = `players/${player.userId}/notes`
  await open(page, path)
  await noteField(page).fill('Only for me')
  await context.clearCookies()
  await useSession(context, environment, support)
  await open(page, path)
  expect(await noteField(page).inputValue()).toBe('')
  await noteField(page).fill('Of support')
  await context.clearCookies()
  await useSession(context, environment, owner)
  await open(page, path)
  expect(await noteField(page).inputValue()).toBe('Only for me')
})

test('a logout asks what becomes of drafts', async ({ environment, openTab, support }) => {
  const { page, context, allowConsoleErrors } = await openTab()
  allowConsoleErrors(/status of 401/)
  await useSession(context, environment, support)
  const player = await register(environment, `logout-${Date.now().toString(36)}@example.org`)
  const path = `players/${player.userId}/notes`
  await open(page, path)
  await noteField(page).fill('Kept for later')
  await page.locator('summary', { hasText: t('common:account.menu') }).click()
  await button(page, 'common:account.logOut').click()
  await button(page, 'common:drafts.delete').click()
  await page.getByRole('heading', { name: t('login:title') }).waitFor()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Kept for later')
})

async function result<T>(sent: ReturnType<OperatorSession['call']>): Promise<T> {
  return ((await sent).body as { data: { result: T } }).data.result
}
