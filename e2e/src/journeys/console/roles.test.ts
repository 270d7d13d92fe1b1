/** Each role's view of the console: its menu, one of its actions, and something hidden from it. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import { isLong, startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import {
  consoleTranslator,
  type Language,
  type Translate,
  testedLanguages,
} from '../../environment/translator.ts'
import {
  type OperatorSession,
  openOwnerSession,
  openSession,
  useSession,
} from '../../steps/operator-session.ts'
import { buyItem } from '../../steps/payment.ts'

type World = {
  environment: TestEnvironment
  /** A player with a paid order in Treasure Island. */
  player: { userId: string; email: string }
  orderId: string
}

type Visit = World & {
  page: Page
  session: OperatorSession
  t: Translate
  button: (id: string, scope?: Page | Locator) => Locator
  heading: (id: string, values?: Record<string, string>) => Locator
  /** Opens a page of the console and waits for its heading. */
  open: (path: string) => Promise<void>
  /** Gives the reason and confirms. */
  confirm: (id: string) => Promise<void>
}

type Role = {
  name: string
  grant: { role: string; project: string }
  menu: string[]
  acts: (visit: Visit) => Promise<void>
  isRefused: (visit: Visit) => Promise<void>
}

const work = ['home', 'orders', 'players', 'tickets', 'gameServers']

const roles: Role[] = [
  {
    name: 'a viewer reads why an order is as it is, without personal data, and finds nothing to press',
    grant: { role: 'viewer', project: '*' },
    menu: [...work, 'content', 'offers', 'insights', 'disputes', 'operations'],
    async acts({ page, open, orderId, player, t }) {
      await open(`players/${player.userId}`)
      await page.getByText(/•••@/).first().waitFor()
      expect(await page.getByText(player.email).count()).toBe(0)
      await open(`orders/${orderId}`)
      await page.getByText(t('common:orderState.paid'), { exact: true }).first().waitFor()
    },
    async isRefused({ button, open, heading, orderId, session }) {
      const actions = ['orders:refund.action', 'orders:reconcile.action', 'orders:revoke.action']
      for (const action of actions) expect(await button(action).count(), action).toBe(0)
      const body = { amountMinor: 1, item: 'keep', reason: 'Test' }
      expect((await session.call('POST', `/orders/${orderId}/refunds`, body)).status).toBe(403)
      await open('finance')
      await heading('common:forbidden.title').waitFor()
    },
  },
  {
    name: 'support writes a note about a player, and cannot pause a game server',
    grant: { role: 'support', project: '*' },
    menu: [...work, 'leaderboards', 'content', 'offers', 'insights', 'disputes', 'operations'],
    async acts({ page, open, button, player, t }) {
      await open(`players/${player.userId}`)
      await page.getByText(player.email).first().waitFor()
      await open(`players/${player.userId}/notes`)
      await page.getByLabel(t('players:notes.text')).fill('Asked twice about hints')
      await button('players:notes.add').click()
      await page.getByRole('listitem').filter({ hasText: 'Asked twice about hints' }).waitFor()
    },
    async isRefused({ open, button, session }) {
      await open('game-servers/skyport')
      await button('game-servers:test.action').waitFor()
      expect(await button('game-servers:pause.action').count()).toBe(0)
      const pause = session.call('POST', '/game-servers/skyport/pause', { reason: 'Test' })
      expect((await pause).status).toBe(403)
    },
  },
  {
    name: 'finance refunds an order, and cannot answer a ticket',
    grant: { role: 'finance', project: '*' },
    menu: [...work, 'content', 'offers', 'insights', 'finance', 'disputes', 'operations'],
    async acts({ page, open, button, confirm, orderId, t }) {
      await open(`orders/${orderId}`)
      await button('orders:refund.action').click()
      await confirm('orders:refund.confirm')
      await page.getByText(t('common:orderState.refunded'), { exact: true }).first().waitFor()
    },
    async isRefused({ page, open, t }) {
      await open('tickets')
      await page.locator('a[data-row]').first().click()
      await page.getByRole('list', { name: t('tickets:thread.label') }).waitFor()
      expect(await page.getByRole('textbox').count()).toBe(0)
    },
  },
  {
    name: 'a producer pauses a game server and resumes it, and cannot refund',
    grant: { role: 'producer', project: '*' },
    menu: [...work, 'leaderboards', 'content', 'offers', 'insights', 'finance', 'disputes', 'operations'],
    async acts({ page, open, button, confirm }) {
      await open('game-servers/neuroarena')
      for (const [action, next] of [
        ['pause', 'resume'],
        ['resume', 'pause'],
      ]) {
        await button(`game-servers:${action}.action`).click()
        await confirm(`game-servers:${action}.action`)
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await button(`game-servers:${next}.action`).waitFor()
      }
    },
    async isRefused({ open, button, heading, orderId }) {
      await open(`orders/${orderId}`)
      expect(await button('orders:refund.action').count()).toBe(0)
      await open('operators')
      await heading('common:forbidden.title').waitFor()
    },
  },
  {
    name: 'a producer of one game creates a key for it; another game does not exist',
    grant: { role: 'producer', project: 'skyport' },
    menu: [...work, 'leaderboards', 'content', 'offers', 'insights', 'finance', 'disputes'],
    async acts({ page, open, button, confirm, t }) {
      await open('game-servers')
      expect(await page.locator('a[data-row]').count()).toBe(1)
      await open('game-servers/skyport/keys')
      await button('game-servers:keys.create').click()
      await page.getByRole('dialog').getByLabel(t('game-servers:keys.name'), { exact: true }).fill('Live')
      await confirm('game-servers:keys.create')
      await page.getByRole('dialog').locator('code').waitFor()
    },
    async isRefused({ open, heading, orderId }) {
      for (const path of ['game-servers/islandm3', `orders/${orderId}`]) {
        await open(path)
        await heading('common:notFound.title').waitFor()
      }
    },
  },
  {
    name: 'an owner reads who did what, and cannot invite the same person twice',
    grant: { role: 'owner', project: '*' },
    menu: [
      ...work,
      'leaderboards',
      'content',
      'offers',
      'insights',
      'finance',
      'disputes',
      'operations',
      'audit',
      'operators',
    ],
    async acts({ page, open, session, orderId }) {
      const body = { reason: 'Asked by the player' }
      expect((await session.call('POST', `/orders/${orderId}/reconcile`, body)).status).toBe(200)
      await open('audit')
      await page.getByRole('listitem').filter({ hasText: body.reason }).first().waitFor()
    },
    async isRefused({ page, open, button, confirm, t }) {
      await open('operators')
      await button('operators:invite.action').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('operators:email'), { exact: true }).fill('owner@roles.example')
      await dialog.getByLabel(t('operators:name'), { exact: true }).fill('Again')
      await confirm('operators:invite.confirm')
      await dialog.getByText(t('errors:refusal.OPERATOR_EXISTS')).waitFor()
    },
  },
]

const test = journey({ start: () => startEnvironment() })
  .extend('owner', { scope: 'file' }, ({ environment }) => openOwnerSession(environment))
  .extend('buyer', { scope: 'file' }, ({ environment }) =>
    register(environment, `buyer-${Date.now().toString(36)}@roles.example`),
  )

for (const language of testedLanguages('en')) {
  for (const { name, grant, menu, acts, isRefused } of roles) {
    test(`${name} (${language})`, async ({ environment, owner, buyer, openTab }) => {
      const orderId = await buyItem(environment, buyer, 'islandm3-hints')
      const invited = { ...grant, email: toEmail(grant, language), name: 'Pat' }
      const session = await openSession(environment, owner, { ...invited, language })
      const tab = await openTab({ language })
      // Hidden things respond with 403, 404 or, for a repeated invitation, 409.
      tab.allowConsoleErrors(/status of 4(03|04|09)/)
      await useSession(tab.context, environment, session)
      const t = consoleTranslator(language)
      const visit = createVisit({ environment, player: buyer, orderId }, tab.page, session, t)
      await visit.open('')
      const links = tab.page.getByRole('navigation', { name: t('common:menu') }).getByRole('listitem')
      await waitUntil(async () => (await links.count()) > 0 || undefined, 'the menu')
      expect(await links.allTextContents()).toEqual(menu.map((area) => t(`common:area.${area}`)))
      await acts(visit)
      await isRefused(visit)
    })
  }
}

const toEmail = ({ role, project }: Role['grant'], language: Language) =>
  `${role}${project === '*' ? '' : `-${project}`}${language === 'ru' && isLong ? '-ru' : ''}@roles.example`

function createVisit(world: World, page: Page, session: OperatorSession, t: Translate): Visit {
  const button = (id: string, scope: Page | Locator = page) =>
    scope.getByRole('button', { name: t(id), exact: true })
  return {
    ...world,
    ...{ page, session, t, button },
    heading: (id, values) => page.getByRole('heading', { name: t(id, values), level: 1 }),
    async open(path) {
      await page.goto(`/console/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    async confirm(id) {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('common:confirm.reason')).fill('A reason')
      await button(id, dialog).click()
    },
  }
}
