/**
 * The tasks of staff on one day, each in at most five clicks from the home page; on a phone, three of a game server take six.
 * ten-tasks.test.ts checks more closely what the commonest ones do.
 */
import type { RouteResponse } from '@playhub/contract'
import { demoOwner } from '@playhub/server/demo'
import { zipGame } from '@playhub/server/raw-zip'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ApiPlayer, call, register } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { copyContent, temporaryFolder } from '../../environment/content.ts'
import { isLong, startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator, type Language, type Translate } from '../../environment/translator.ts'
import { publishDraft } from '../../steps/content.ts'
import { type ClickCounter, countClicks } from '../../steps/count-clicks.ts'
import { type OperatorSession, openOwnerSession, useSession } from '../../steps/operator-session.ts'
import { buyItem, openPayment } from '../../steps/payment.ts'

const maxClicks = 5
const project = 'islandm3'
const reason = 'A task of the day'

type Variant = { language: Language; width: number }
const variants: Variant[] = isLong
  ? (['en', 'ru'] as const).flatMap((language) => [1440, 360].map((width) => ({ language, width })))
  : [{ language: 'en', width: 1440 }]
const toName = ({ language, width }: Variant) => `${language}-${width}`

/** A sale for each variant, which ends it, and codes. */
async function startWithOffers(): Promise<TestEnvironment> {
  const content = copyContent()
  const sales = variants.map(
    (variant) => `  - { id: ${toName(variant)}, kind: sale, items: [islandm3-hints], percent: 20 }\n`,
  )
  content.project(
    project,
    (yaml) =>
      `${yaml}\noffers:\n${sales.join('')}  - { id: streamers, kind: code, items: all, percent: 20 }\n`,
  )
  const environment = await startEnvironment({ DATA_DIR: temporaryFolder('day-tasks') })
  const by = ['--by', demoOwner.email, '--reason', 'Edit in the browser']
  await environment.runCommand('content', 'import', content.dir, ...by)
  return environment
}

const test = journey({ start: startWithOffers }).extend('owner', { scope: 'file' }, ({ environment }) =>
  openOwnerSession(environment),
)

type Workday = {
  page: Page
  t: Translate
  variant: Variant
  environment: TestEnvironment
  owner: OperatorSession
  player: ApiPlayer
}
type Task = {
  name: string
  /** Before the operator comes. @returns  ids that the task needs */
  prepare?: (day: Workday) => Promise<string>
  run: (day: Workday, prepared: string) => Promise<unknown>
  /** On a phone, the areas that are not in its bar are a click further away. */
  maxOnPhone?: number
}

const tasks: Task[] = [
  {
    name: 'find a player by a part of the email',
    run: async (day) => {
      await findPlayer(day, day.player.email.split('@')[1]?.slice(0, -2))
      await day.page.getByText(day.player.email).first().waitFor()
    },
  },
  {
    name: 'explain an order and see who changed it',
    prepare: (day) => buyItem(day.environment, day.player, 'familytown-coins'),
    run: async (day, order) => {
      await findOrder(day, order)
      await day.page
        .getByRole('list', { name: day.t('orders:timeline.title') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'refund a part',
    prepare: (day) => buyItem(day.environment, day.player, 'familytown-coins'),
    run: async (day, order) => {
      await findOrder(day, order)
      await button(day, 'orders:refund.action').click()
      const amount = day.t('orders:refund.amount', { currency: 'USD' })
      await dialog(day).getByLabel(amount).fill('0.5')
      await confirm(day, 'orders:refund.confirm')
      await day.page.getByText(day.t('common:orderState.partly-refunded'), { exact: true }).first().waitFor()
    },
  },
  {
    name: 'grant an item that was not paid',
    prepare: (day) => openPayment(day.environment, day.player, 'skyport-fuel'),
    run: async (day, order) => {
      await findOrder(day, order)
      await act(day, 'orders:grant.action')
      await button(day, 'orders:revoke.action').waitFor()
    },
  },
  {
    name: 'revoke an item',
    prepare: (day) => buyItem(day.environment, day.player, 'familytown-coins'),
    run: async (day, order) => {
      await findOrder(day, order)
      await act(day, 'orders:revoke.action')
      await button(day, 'orders:grant.action').waitFor()
    },
  },
  {
    name: 'reconcile a payment that hangs',
    prepare: (day) => openPayment(day.environment, day.player, 'skyport-fuel'),
    run: async (day, order) => {
      await findOrder(day, order)
      await act(day, 'orders:reconcile.action')
    },
  },
  {
    name: 'write a note about a player',
    run: async (day) => {
      await findPlayer(day)
      await tab(day, 'players:tab.notes').click()
      await day.page.getByLabel(day.t('players:notes.text')).fill('Asks twice a day')
      await button(day, 'players:notes.add').click()
      await day.page.getByRole('listitem').filter({ hasText: 'Asks twice a day' }).waitFor()
    },
  },
  {
    name: 'answer a ticket',
    run: async (day) => {
      await openFirstTicket(day)
      await day.page
        .getByRole('textbox', { name: day.t('tickets:answer.text', { email: '' }) })
        .fill('It is back.')
      await button(day, 'tickets:answer.send').click()
      await day.page.getByText(day.t('tickets:answer.sent')).first().waitFor()
    },
  },
  {
    name: 'close a ticket with a saved reply',
    prepare: async (day) => {
      const { language } = day.variant
      await day.owner.call('POST', '/replies', {
        title: `Thanks ${toName(day.variant)}`,
        language,
        text: 'Thank you.',
      })
      return openTicket(day)
    },
    run: async (day) => {
      await openFirstTicket(day)
      await day.page.getByTitle(day.t('tickets:replies.insert')).click()
      await day.page.getByRole('button', { name: `Thanks ${toName(day.variant)}` }).click()
      await button(day, 'tickets:answer.sendAndClose').click()
      await button(day, 'tickets:reopen.button').waitFor()
    },
  },
  {
    name: 'reopen a ticket',
    prepare: async (day) => {
      const id = await openTicket(day)
      const { status } = await day.owner.call('POST', `/tickets/${id}/close`, { reason })
      expect(status).toBe(200)
      return id
    },
    run: async (day, id) => {
      await search(day, id)
      await day.page.getByRole('option').first().click()
      await button(day, 'tickets:reopen.button').click()
      await button(day, 'tickets:reopen.button').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'hide a score',
    prepare: async (day) => {
      const { hubUrl } = day.environment
      const { jwt, userId } = day.player
      await call(day.environment, 'POST', '/me/library/played', { jwt, body: { project } })
      const response = await fetch(`${hubUrl}/api/server/v1/scores`, {
        method: 'POST',
        headers: { authorization: `Bearer sandbox_${project}`, 'content-type': 'application/json' },
        body: JSON.stringify({ playerId: userId, board: 'best', score: 999_999 }),
      })
      expect(response.status).toBe(200)
      return userId
    },
    run: async (day) => {
      await area(day, 'leaderboards')
      await day.page.locator(`a[data-row][href$="/leaderboards/${project}/best"]`).click()
      await day.page.getByRole('heading', { level: 1 }).waitFor()
      const hide = button(day, 'players:hideScore.button').first()
      await hide.click()
      await confirm(day, 'players:hideScore.button')
      await dialog(day).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'pause deliveries',
    run: async (day) => {
      await openServer(day)
      await act(day, 'game-servers:pause.action')
      await button(day, 'game-servers:resume.action').waitFor()
    },
  },
  {
    name: 'resume deliveries',
    run: async (day) => {
      await openServer(day)
      await act(day, 'game-servers:resume.action')
      await button(day, 'game-servers:pause.action').waitFor()
    },
  },
  {
    name: 'resend a webhook',
    prepare: async (day) => {
      await fetch(`${day.environment.sandboxUrl}/game-server/behaviour`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ project, status: 500, times: 2 }),
      })
      return buyItem(day.environment, day.player, 'islandm3-hints')
    },
    run: async (day, order) => {
      await findOrder(day, order)
      await day.page
        .getByRole('button', { name: day.t('orders:webhooks.resend'), exact: true })
        .first()
        .click()
      await confirm(day, 'orders:webhooks.resend')
    },
  },
  {
    name: 'create a key of a game server',
    maxOnPhone: 6,
    run: async (day) => {
      await openServer(day, 'keys')
      await button(day, 'game-servers:keys.create').click()
      await dialog(day).getByLabel(day.t('game-servers:keys.name'), { exact: true }).fill(toName(day.variant))
      await confirm(day, 'game-servers:keys.create')
      await dialog(day).locator('code').waitFor()
    },
  },
  {
    name: 'revoke a key of a game server',
    maxOnPhone: 6,
    run: async (day) => {
      await openServer(day, 'keys')
      const row = day.page.getByRole('row', { name: toName(day.variant) })
      await row.getByRole('button', { name: day.t('game-servers:keys.revoke'), exact: true }).click()
      await confirm(day, 'game-servers:keys.revoke')
    },
  },
  {
    name: 'roll back a version',
    maxOnPhone: 6,
    prepare: async (day) => {
      for (const mark of ['old', 'new']) {
        const path = `/api/operator/v1/game-servers/${project}/builds/archive`
        const response = await fetch(day.environment.hubUrl + path, {
          method: 'POST',
          headers: {
            cookie: day.owner.cookie,
            'x-operator': '1',
            'idempotency-key': crypto.randomUUID(),
            'content-type': 'application/zip',
          },
          body: new Uint8Array(zipGame({ [`${mark}-${toName(day.variant)}.txt`]: mark })),
        })
        expect(response.status).toBeLessThan(300)
      }
      return project
    },
    run: async (day) => {
      await openServer(day, 'builds')
      await act(day, 'game-servers:builds.rollback')
    },
  },
  {
    name: 'change a price',
    run: async (day) => {
      const { page, t, variant } = day
      const title = { en: 'Three coconut bombs', ru: 'Три кокосовые бомбы' }[variant.language]
      await area(day, 'content')
      await page.locator(`a[data-row][href$="/content/projects/${project}"]`).click()
      const field = page.getByRole('textbox', { name: t('content-project:items.priceOf.USD', { title }) })
      await field.fill({ 'en-1440': '3.29', 'en-360': '3.39', 'ru-1440': '3.49' }[toName(variant)] ?? '3.59')
      await publishDraft(page, reason, variant.language)
    },
  },
  {
    name: 'end a sale',
    run: async (day) => {
      await area(day, 'offers')
      await day.page.getByRole('link', { name: toName(day.variant), exact: true }).click()
      await act(day, 'offers:end')
    },
  },
  {
    name: 'create codes',
    run: async (day) => {
      await area(day, 'offers')
      await day.page.getByRole('link', { name: 'streamers', exact: true }).click()
      await button(day, 'offers:codes.create').click()
      await dialog(day).getByLabel(day.t('offers:codes.number')).fill('3')
      await confirm(day, 'offers:codes.create')
      await day.page.getByText(day.t('offers:codes.shownText')).waitFor()
    },
  },
  {
    name: "read yesterday's sales",
    run: async (day) => {
      await area(day, 'finance')
      await button(day, 'finance:preset.yesterday').click()
    },
  },
  {
    name: 'export a month for accounting',
    run: async (day) => {
      await area(day, 'finance')
      const link = day.page.getByRole('link', { name: day.t('finance:accounting.download') })
      await Promise.all([day.page.waitForEvent('download'), link.click()])
    },
  },
  {
    name: 'invite an operator',
    run: async (day) => {
      await area(day, 'operators')
      await button(day, 'operators:invite.action').click()
      await dialog(day)
        .getByLabel(day.t('operators:email'), { exact: true })
        .fill(`${toName(day.variant)}@staff.example`)
      await dialog(day).getByLabel(day.t('operators:name'), { exact: true }).fill('Nina')
      await confirm(day, 'operators:invite.confirm')
      await day.page
        .getByText(/\/set-up\//)
        .first()
        .waitFor()
    },
  },
  {
    name: 'ban a player',
    run: async (day) => {
      await findPlayer(day)
      await act(day, 'players:ban.button')
      await button(day, 'players:unban.button').waitFor()
    },
  },
  {
    name: 'lift a ban',
    run: async (day) => {
      await findPlayer(day)
      await act(day, 'players:unban.button')
      await button(day, 'players:ban.button').waitFor()
    },
  },
]

test('a day has at least 25 tasks', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(25)
})

test.for(variants)(
  'each task of a day takes at most five clicks: $language at $width px',
  { timeout: 600_000 },
  async (variant, { environment, owner, openTab }) => {
    const { language, width } = variant
    await owner.call('PUT', '/session/language', { language })
    const { page, context } = await openTab({ language })
    await useSession(context, environment, owner)
    await page.setViewportSize({ width, height: 900 })
    page.setDefaultTimeout(20_000)
    const clicks = await countClicks(page)
    const player = await register(environment, `day-${toName(variant)}@${Date.now().toString(36)}.example`)
    const day: Workday = { page, t: consoleTranslator(language), variant, environment, owner, player }
    for (const task of tasks) await checkTask(day, clicks, task)
  },
)

/** Goes on with the next task after one that fails. */
async function checkTask(
  day: Workday,
  clicks: ClickCounter,
  { name, prepare, run, maxOnPhone = maxClicks }: Task,
): Promise<void> {
  const { page } = day
  try {
    const prepared = (await prepare?.(day)) ?? ''
    await page.goto('/console/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const counted = await clicks.during(() => run(day, prepared))
    expect.soft(counted, name).toBeLessThanOrEqual(isPhone(day) ? maxOnPhone : maxClicks)
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect.soft(isWide, `${name} scrolls sideways`).toBe(false)
    expect.soft(await accessibilityViolations(page), name).toEqual([])
  } catch (error) {
    expect.soft(String(error).slice(0, 600), name).toBe('')
  }
}

const isPhone = ({ variant }: Workday) => variant.width < 768
const dialog = ({ page }: Workday) => page.getByRole('dialog')
const button = ({ page, t }: Workday, id: string): Locator =>
  page.getByRole('button', { name: t(id), exact: true })
const tab = ({ page, t }: Workday, id: string): Locator =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${t(id)}`) })

/** On a phone the bar at the bottom has four areas, and a sheet with the others. */
async function area(day: Workday, name: string): Promise<void> {
  const { page, t } = day
  const menu = page.getByRole('navigation', { name: t('common:menu') })
  if (isPhone(day)) await menu.getByRole('button', { name: t('common:more') }).click()
  const link = (isPhone(day) ? dialog(day) : menu).getByRole('link', { name: t(`common:area.${name}`) })
  await link.click()
  await page.getByRole('heading', { level: 1, name: t(`common:area.${name}`) }).waitFor()
}

async function search(day: Workday, text: string): Promise<void> {
  const { page, t } = day
  if (isPhone(day)) await button(day, 'common:search').click()
  else await page.keyboard.press('/')
  await page.getByRole('combobox', { name: t('search:label') }).fill(text)
}

async function findPlayer(day: Workday, text = day.player.email): Promise<void> {
  await search(day, text)
  await day.page.getByRole('option', { name: day.player.email }).click()
  await day.page.waitForURL(`**/players/${day.player.userId}`)
}

async function findOrder(day: Workday, id: string): Promise<void> {
  await search(day, id)
  await day.page.getByRole('option').first().click()
  await day.page.waitForURL(`**/orders/${id}`)
}

async function openFirstTicket({ page }: Workday): Promise<void> {
  await page.locator('a[href*="/tickets?"]').first().click()
  await page.locator('a[data-row][href*="/tickets/"]').first().click()
}

/** On a phone the home page names a game with a failing server, too; the area is the longer way. */
async function openServer(day: Workday, part?: string): Promise<void> {
  await area(day, 'gameServers')
  await day.page.locator(`a[data-row][href$="/game-servers/${project}"]`).click()
  if (part) await tab(day, `game-servers:tab.${part}`).click()
}

async function confirm(day: Workday, action: string): Promise<void> {
  await dialog(day).getByLabel(day.t('common:confirm.reason')).fill(reason)
  await dialog(day)
    .getByRole('button', { name: day.t(action), exact: true })
    .click()
}

/** A button and the same one in its dialog. */
async function act(day: Workday, action: string): Promise<void> {
  await button(day, action).click()
  await confirm(day, action)
  await dialog(day).waitFor({ state: 'detached' })
}

async function openTicket({ environment, player }: Workday): Promise<string> {
  const { email, jwt } = player
  const body = { data: { email, reason: 'OTHER', message: 'The hints are missing' } }
  type Opened = RouteResponse<'POST /payments/send-letter-support'>
  const opened = await call<Opened>(environment, 'POST', '/payments/send-letter-support', { jwt, body })
  return opened.data.result.ticketId
}
