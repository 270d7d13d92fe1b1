/** Two operators on the same tickets, and what an answer is made of. */
import type { RouteResponse } from '@playhub/contract'
import type { OperatorTicket } from '@playhub/contract/operator'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ApiPlayer, call, register } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import {
  type OperatorSession,
  openOwnerSession,
  openSession,
  useSession,
} from '../../steps/operator-session.ts'

const t = consoleTranslator('en')

const test = journey({ start: () => startEnvironment() })
  .extend('owner', { scope: 'file' }, ({ environment }) => openOwnerSession(environment))
  .extend('colleague', { scope: 'file' }, ({ environment, owner }) =>
    openSession(environment, owner, {
      ...{ email: 'ivan@team.example', name: 'Ivan', role: 'support', project: '*', language: 'en' },
    }),
  )
  /** Opens the console as the owner. */
  .extend('console', async ({ environment, openTab, owner }) => {
    const tab = await openTab()
    tab.allowConsoleErrors(/status of 409|ERR_FAILED/)
    await useSession(tab.context, environment, owner)
    return tab
  })

const button = (page: Page, id: string) => page.getByRole('button', { name: t(id), exact: true })
const answerField = (page: Page) => page.getByRole('textbox', { name: /^Answer to / })
const changed = (page: Page, id: string) => page.getByText(t(`tickets:changed.${id}`), { exact: true })

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/console/tickets/${id}`)
  await answerField(page).waitFor()
}

async function openTicket(environment: TestEnvironment, { jwt, email }: ApiPlayer, message: string) {
  type Opened = RouteResponse<'POST /payments/send-letter-support'>
  const body = { data: { email, reason: 'OTHER', message } }
  const opened = await call<Opened>(environment, 'POST', '/payments/send-letter-support', { jwt, body })
  return opened.data.result.ticketId
}

async function answer(operator: OperatorSession, id: string, text: string): Promise<void> {
  const { status } = await operator.call('POST', `/tickets/${id}/answer`, { text })
  expect(status).toBe(200)
}

async function listSupport(owner: OperatorSession, id: string): Promise<string[]> {
  const { body } = await owner.call('GET', `/tickets/${id}`)
  const { messages } = (body as { data: { result: OperatorTicket } }).data.result
  return messages.filter(({ author }) => author === 'support').map(({ text }) => text)
}

test("a colleague's answer is shown beside the own one, which is sent only then", async ({
  console: { page },
  environment,
  owner,
  colleague,
}) => {
  const id = await openTicket(environment, await register(environment), 'Where are my hints?')
  await open(page, id)
  await answerField(page).fill('They are in the shop.')
  await colleague.call('PUT', `/tickets/${id}/draft`, { text: 'DRAFT-CANARY' })
  await page.getByText(t('tickets:writing_one', { names: 'Ivan' })).waitFor()
  expect(await page.content()).not.toContain('CANARY')
  // Only the refusal shows it.
  await page.route('**/writing', (route) => route.abort())
  await answer(colleague, id, 'They are in your bag.')
  await button(page, 'tickets:answer.send').click()
  await changed(page, 'title').waitFor()
  expect(await page.getByText('They are in your bag.').count()).toBeGreaterThan(0)
  expect(await answerField(page).inputValue()).toBe('They are in the shop.')
  expect(await listSupport(owner, id)).toEqual(['They are in your bag.'])
  expect(await accessibilityViolations(page)).toEqual([])

  await page.reload()
  expect(await answerField(page).inputValue()).toBe('They are in the shop.')
  await changed(page, 'title').waitFor()
  await button(page, 'tickets:changed.edit').click()
  await answerField(page).fill('As Ivan says.')
  await button(page, 'tickets:answer.send').click()
  await page.getByText(t('tickets:answer.onItsWay')).waitFor()
  expect(await listSupport(owner, id)).toEqual(['They are in your bag.', 'As Ivan says.'])
})

test('an answer to a ticket that was closed meanwhile opens it again and is sent', async ({
  console: { page },
  environment,
  owner,
  colleague,
}) => {
  const id = await openTicket(environment, await register(environment), 'Thanks')
  await open(page, id)
  await answerField(page).fill('You are welcome.')
  await colleague.call('POST', `/tickets/${id}/close`, {})
  await changed(page, 'closed').waitFor()
  await button(page, 'tickets:changed.reopenAndSend').click()
  await page.getByText(t('tickets:answer.onItsWay')).waitFor()
  expect(await listSupport(owner, id)).toEqual(['You are welcome.'])
})

test('one key opens the next ticket of the list, oldest first, and the search finds words', async ({
  console: { page },
  environment,
}) => {
  const player = await register(environment)
  const word = `zebra${Date.now().toString(36)}`
  const texts = ['one', 'two', 'three'].map((number) => `${word} ${number}`)
  const ids: string[] = []
  for (const text of texts) ids.push(await openTicket(environment, player, text))
  const list = `/tickets?q=${word}&state=open`
  const thread = page.getByRole('list', { name: t('tickets:thread.label') })
  /** The keys belong to a ticket once it is shown. */
  const reach = async (place: number) => {
    await page.waitForURL(`**/tickets/${ids[place]}`)
    await thread.getByText(`${texts[place]}`).waitFor()
  }
  await page.goto(`/console${list}`)
  const rows = page.locator('a[data-row]')
  await expect.poll(() => rows.count()).toBe(3)
  await rows.first().click()
  await reach(0)
  await page.getByText(t('tickets:aside.others')).waitFor()
  await answerField(page).fill('One')
  await button(page, 'tickets:answer.send').click()
  await page.getByText(t('tickets:answer.onItsWay')).waitFor()
  await page.keyboard.press('Enter')
  await reach(1)
  await page.keyboard.press('j')
  await reach(2)
  await page.keyboard.press('j')
  await page.waitForURL(`**${list}`)
})

test('a saved reply is filled in, and a missing value is seen before it is sent', async ({
  console: { page },
  environment,
  owner,
}) => {
  const text = 'Hello {name}, about {order}:'
  await owner.call('POST', '/replies', { title: 'Greeting', language: 'en', text })
  const id = await openTicket(environment, await register(environment), 'Hello')
  await open(page, id)
  await page.locator('summary', { hasText: t('tickets:replies.insert') }).click()
  await page.getByRole('button', { name: /Greeting/ }).click()
  const filled = await answerField(page).inputValue()
  expect(filled).toMatch(/^Hello [^{}]+, about \{order\}:$/)
  await page.getByText(t('tickets:answer.missing', { placeholders: '{order}' })).waitFor()
  await button(page, 'tickets:answer.send').click()
  await button(page, 'tickets:answer.sendAnyway').waitFor()
  expect(await listSupport(owner, id)).toEqual([])
  await page.keyboard.type('your purchase')
  await button(page, 'tickets:answer.send').click()
  await page.getByText(t('tickets:answer.onItsWay')).waitFor()
  expect(await listSupport(owner, id)).toEqual([filled.replace('{order}', 'your purchase')])

  await page.goto('/console/replies/new')
  await page.getByLabel(t('tickets:replies.name')).fill('Typo')
  await page.getByLabel(t('tickets:replies.text')).fill('Hello {nmae}')
  await button(page, 'common:save').click()
  await page.getByText(t('tickets:replies.unknown', { placeholders: '{nmae}' })).waitFor()
})
