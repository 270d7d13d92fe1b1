/**
 * The tasks of staff on one day, each in at most five clicks from the home page, on a desk and on a phone.
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

type Desk = {
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
  prepare?: (desk: Desk) => Promise<string>
  run: (desk: Desk, prepared: string) => Promise<unknown>
  /** On a phone, the areas that are not in its bar are a click further away. */
  maxOnPhone?: number
}

const tasks: Task[] = [
  {
    name: 'find a player by a part of the email',
    run: async (desk) => {
      await findPlayer(desk, desk.player.email.split('@')[1]?.slice(0, -2))
      await desk.page.getByText(desk.player.email).first().waitFor()
    },
  },
  {
    name: 'explain an order and see who changed it',
    prepare: (desk) => buyItem(desk.environment, desk.player, 'familytown-coins'),
    run: async (desk, order) => {
      await findOrder(desk, order)
      await desk.page
        .getByRole('list', { name: desk.t('orders:timeline.title') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'refund a part',
    prepare: (desk) => buyItem(desk.environment, desk.player, 'familytown-coins'),
    run: async (desk, order) => {
      await findOrder(desk, order)
      await button(desk, 'orders:refund.action').click()
      const amount = desk.t('orders:refund.amount', { currency: 'USD' })
      await dialog(desk).getByLabel(amount).fill('0.5')
      await confirm(desk, 'orders:refund.confirm')
      await desk.page
        .getByText(desk.t('common:orderState.partly-refunded'), { exact: true })
        .first()
        .waitFor()
    },
  },
  {
    name: 'grant an item that was not paid',
    prepare: (desk) => openPayment(desk.environment, desk.player, 'skyport-fuel'),
    run: async (desk, order) => {
      await findOrder(desk, order)
      await act(desk, 'orders:grant.action')
      await button(desk, 'orders:revoke.action').waitFor()
    },
  },
  {
    name: 'revoke an item',
    prepare: (desk) => buyItem(desk.environment, desk.player, 'familytown-coins'),
    run: async (desk, order) => {
      await findOrder(desk, order)
      await act(desk, 'orders:revoke.action')
      await button(desk, 'orders:grant.action').waitFor()
    },
  },
  {
    name: 'reconcile a payment that hangs',
    prepare: (desk) => openPayment(desk.environment, desk.player, 'skyport-fuel'),
    run: async (desk, order) => {
      await findOrder(desk, order)
      await act(desk, 'orders:reconcile.action')
    },
  },
  {
    name: 'write a note about a player',
    run: async (desk) => {
      await findPlayer(desk)
      await tab(desk, 'players:tab.notes').click()
      await desk.page.getByLabel(desk.t('players:notes.text')).fill('Asks twice a day')
      await button(desk, 'players:notes.add').click()
      await desk.page.getByRole('listitem').filter({ hasText: 'Asks twice a day' }).waitFor()
    },
  },
  {
    name: 'answer a ticket',
    run: async (desk) => {
      await openFirstTicket(desk)
      await desk.page
        .getByRole('textbox', { name: desk.t('tickets:answer.text', { email: '' }) })
        .fill('It is back.')
      await button(desk, 'tickets:answer.send').click()
      await desk.page.getByText(desk.t('tickets:answer.sent')).first().waitFor()
    },
  },
  {
    name: 'close a ticket with a saved reply',
    prepare: async (desk) => {
      const { language } = desk.variant
      await desk.owner.call('POST', '/replies', {
        title: `Thanks ${toName(desk.variant)}`,
        language,
        text: 'Thank you.',
      })
      return openTicket(desk)
    },
    run: async (desk) => {
      await openFirstTicket(desk)
      await desk.page.getByTitle(desk.t('tickets:replies.insert')).click()
      await desk.page.getByRole('button', { name: `Thanks ${toName(desk.variant)}` }).click()
      await button(desk, 'tickets:answer.sendAndClose').click()
      await button(desk, 'tickets:reopen.button').waitFor()
    },
  },
  {
    name: 'reopen a ticket',
    prepare: async (desk) => {
      const id = await openTicket(desk)
      const { status } = await desk.owner.call('POST', `/tickets/${id}/close`, { reason })
      expect(status).toBe(200)
      return id
    },
    run: async (desk, id) => {
      await search(desk, id)
      await desk.page.getByRole('option').first().click()
      await button(desk, 'tickets:reopen.button').click()
      await button(desk, 'tickets:reopen.button').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'hide a score',
    prepare: async (desk) => {
      const { hubUrl } = desk.environment
      const { jwt, userId } = desk.player
      await call(desk.environment, 'POST', '/me/library/played', { jwt, body: { project } })
      const response = await fetch(`${hubUrl}/api/server/v1/scores`, {
        method: 'POST',
        headers: { authorization: `Bearer sandbox_${project}`, 'content-type': 'application/json' },
        body: JSON.stringify({ playerId: userId, board: 'best', score: 999_999 }),
      })
      expect(response.status).toBe(200)
      return userId
    },
    run: async (desk) => {
      await area(desk, 'leaderboards')
      await desk.page.locator(`a[data-row][href$="/leaderboards/${project}/best"]`).click()
      await desk.page.getByRole('heading', { level: 1 }).waitFor()
      const hide = button(desk, 'players:hideScore.button').first()
      await hide.click()
      await confirm(desk, 'players:hideScore.button')
      await dialog(desk).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'pause deliveries',
    run: async (desk) => {
      await openServer(desk)
      await act(desk, 'game-servers:pause.action')
      await button(desk, 'game-servers:resume.action').waitFor()
    },
  },
  {
    name: 'resume deliveries',
    run: async (desk) => {
      await openServer(desk)
      await act(desk, 'game-servers:resume.action')
      await button(desk, 'game-servers:pause.action').waitFor()
    },
  },
  {
    name: 'resend a webhook',
    prepare: async (desk) => {
      await fetch(`${desk.environment.sandboxUrl}/game-server/behaviour`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ project, status: 500, times: 2 }),
      })
      return buyItem(desk.environment, desk.player, 'islandm3-hints')
    },
    run: async (desk, order) => {
      await findOrder(desk, order)
      await desk.page
        .getByRole('button', { name: desk.t('orders:webhooks.resend'), exact: true })
        .first()
        .click()
      await confirm(desk, 'orders:webhooks.resend')
    },
  },
  {
    name: 'create a key of a game server',
    maxOnPhone: 6,
    run: async (desk) => {
      await openServer(desk, 'keys')
      await button(desk, 'game-servers:keys.create').click()
      await dialog(desk)
        .getByLabel(desk.t('game-servers:keys.name'), { exact: true })
        .fill(toName(desk.variant))
      await confirm(desk, 'game-servers:keys.create')
      await dialog(desk).locator('code').waitFor()
    },
  },
  {
    name: 'revoke a key of a game server',
    maxOnPhone: 6,
    run: async (desk) => {
      await openServer(desk, 'keys')
      const row = desk.page.getByRole('row', { name: toName(desk.variant) })
      await row.getByRole('button', { name: desk.t('game-servers:keys.revoke'), exact: true }).click()
      await confirm(desk, 'game-servers:keys.revoke')
    },
  },
  {
    name: 'roll back a version',
    maxOnPhone: 6,
    prepare: async (desk) => {
      for (const mark of ['old', 'new']) {
        const path = `/api/operator/v1/game-servers/${project}/builds/archive`
        const response = await fetch(desk.environment.hubUrl + path, {
          method: 'POST',
          headers: {
            cookie: desk.owner.cookie,
            'x-operator': '1',
            'idempotency-key': crypto.randomUUID(),
            'content-type': 'application/zip',
          },
          body: new Uint8Array(zipGame({ [`${mark}-${toName(desk.variant)}.txt`]: mark })),
        })
        expect(response.status).toBeLessThan(300)
      }
      return project
    },
    run: async (desk) => {
      await openServer(desk, 'builds')
      await act(desk, 'game-servers:builds.rollback')
    },
  },
  {
    name: 'change a price',
    run: async (desk) => {
      const { page, t, variant } = desk
      const title = { en: 'Three coconut bombs', ru: 'Три кокосовые бомбы' }[variant.language]
      await area(desk, 'content')
      await page.locator(`a[data-row][href$="/content/projects/${project}"]`).click()
      const field = page.getByRole('textbox', { name: t('content-project:items.priceOf.USD', { title }) })
      await field.fill({ 'en-1440': '3.29', 'en-360': '3.39', 'ru-1440': '3.49' }[toName(variant)] ?? '3.59')
      await publishDraft(page, reason, variant.language)
    },
  },
  {
    name: 'end a sale',
    run: async (desk) => {
      await area(desk, 'offers')
      await desk.page.getByRole('link', { name: toName(desk.variant), exact: true }).click()
      await act(desk, 'offers:end')
    },
  },
  {
    name: 'create codes',
    run: async (desk) => {
      await area(desk, 'offers')
      await desk.page.getByRole('link', { name: 'streamers', exact: true }).click()
      await button(desk, 'offers:codes.create').click()
      await dialog(desk).getByLabel(desk.t('offers:codes.number')).fill('3')
      await confirm(desk, 'offers:codes.create')
      await desk.page.getByText(desk.t('offers:codes.shownText')).waitFor()
    },
  },
  {
    name: "read yesterday's sales",
    run: async (desk) => {
      await area(desk, 'finance')
      await button(desk, 'finance:preset.yesterday').click()
    },
  },
  {
    name: 'export a month for accounting',
    run: async (desk) => {
      await area(desk, 'finance')
      const link = desk.page.getByRole('link', { name: desk.t('finance:accounting.download') })
      await Promise.all([desk.page.waitForEvent('download'), link.click()])
    },
  },
  {
    name: 'invite an operator',
    run: async (desk) => {
      await area(desk, 'operators')
      await button(desk, 'operators:invite.action').click()
      await dialog(desk)
        .getByLabel(desk.t('operators:email'), { exact: true })
        .fill(`${toName(desk.variant)}@staff.example`)
      await dialog(desk).getByLabel(desk.t('operators:name'), { exact: true }).fill('Nina')
      await confirm(desk, 'operators:invite.confirm')
      await desk.page
        .getByText(/\/set-up\//)
        .first()
        .waitFor()
    },
  },
  {
    name: 'ban a player',
    run: async (desk) => {
      await findPlayer(desk)
      await act(desk, 'players:ban.button')
      await button(desk, 'players:unban.button').waitFor()
    },
  },
  {
    name: 'lift a ban',
    run: async (desk) => {
      await findPlayer(desk)
      await act(desk, 'players:unban.button')
      await button(desk, 'players:ban.button').waitFor()
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
    const desk: Desk = { page, t: consoleTranslator(language), variant, environment, owner, player }
    for (const task of tasks) await checkTask(desk, clicks, task)
  },
)

/** Goes on with the next task after one that fails. */
async function checkTask(
  desk: Desk,
  clicks: ClickCounter,
  { name, prepare, run, maxOnPhone = maxClicks }: Task,
): Promise<void> {
  const { page } = desk
  try {
    const prepared = (await prepare?.(desk)) ?? ''
    await page.goto('/console/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const counted = await clicks.during(() => run(desk, prepared))
    expect.soft(counted, name).toBeLessThanOrEqual(isPhone(desk) ? maxOnPhone : maxClicks)
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect.soft(isWide, `${name} scrolls sideways`).toBe(false)
    expect.soft(await accessibilityViolations(page), name).toEqual([])
  } catch (error) {
    expect.soft(String(error).slice(0, 600), name).toBe('')
  }
}

const isPhone = ({ variant }: Desk) => variant.width < 768
const dialog = ({ page }: Desk) => page.getByRole('dialog')
const button = ({ page, t }: Desk, id: string): Locator =>
  page.getByRole('button', { name: t(id), exact: true })
const tab = ({ page, t }: Desk, id: string): Locator =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${t(id)}`) })

/** On a phone the bar at the bottom has four areas, and a sheet with the others. */
async function area(desk: Desk, name: string): Promise<void> {
  const { page, t } = desk
  const menu = page.getByRole('navigation', { name: t('common:menu') })
  if (isPhone(desk)) await menu.getByRole('button', { name: t('common:more') }).click()
  const link = (isPhone(desk) ? dialog(desk) : menu).getByRole('link', { name: t(`common:area.${name}`) })
  await link.click()
  await page.getByRole('heading', { level: 1, name: t(`common:area.${name}`) }).waitFor()
}

async function search(desk: Desk, text: string): Promise<void> {
  const { page, t } = desk
  if (isPhone(desk)) await button(desk, 'common:search').click()
  else await page.keyboard.press('/')
  await page.getByRole('combobox', { name: t('search:label') }).fill(text)
}

async function findPlayer(desk: Desk, text = desk.player.email): Promise<void> {
  await search(desk, text)
  await desk.page.getByRole('option', { name: desk.player.email }).click()
  await desk.page.waitForURL(`**/players/${desk.player.userId}`)
}

async function findOrder(desk: Desk, id: string): Promise<void> {
  await search(desk, id)
  await desk.page.getByRole('option').first().click()
  await desk.page.waitForURL(`**/orders/${id}`)
}

async function openFirstTicket({ page }: Desk): Promise<void> {
  await page.locator('a[href*="/tickets?"]').first().click()
  await page.locator('a[data-row][href*="/tickets/"]').first().click()
}

/** On a phone the home page names a game with a failing server, too; the area is the longer way. */
async function openServer(desk: Desk, part?: string): Promise<void> {
  await area(desk, 'gameServers')
  await desk.page.locator(`a[data-row][href$="/game-servers/${project}"]`).click()
  if (part) await tab(desk, `game-servers:tab.${part}`).click()
}

async function confirm(desk: Desk, action: string): Promise<void> {
  await dialog(desk).getByLabel(desk.t('common:confirm.reason')).fill(reason)
  await dialog(desk)
    .getByRole('button', { name: desk.t(action), exact: true })
    .click()
}

/** A button and the same one in its dialog. */
async function act(desk: Desk, action: string): Promise<void> {
  await button(desk, action).click()
  await confirm(desk, action)
  await dialog(desk).waitFor({ state: 'detached' })
}

async function openTicket({ environment, player }: Desk): Promise<string> {
  const { email, jwt } = player
  const body = { data: { email, reason: 'OTHER', message: 'The hints are missing' } }
  type Opened = RouteResponse<'POST /payments/send-letter-support'>
  const opened = await call<Opened>(environment, 'POST', '/payments/send-letter-support', { jwt, body })
  return opened.data.result.ticketId
}
