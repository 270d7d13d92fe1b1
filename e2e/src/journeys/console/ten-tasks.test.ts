/**
 * The daily work of staff, each task in at most five clicks from the home page; docs/operate/console.md names the
 * counts.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMoney } from '@playhub/contract/money'
import { demoOwner } from '@playhub/server/demo'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, register } from '../../environment/api.ts'
import { temporaryFolder } from '../../environment/content.ts'
import { changeDatabase, query } from '../../environment/database-orders.ts'
import { root, startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { type ClickCounter, countClicks } from '../../steps/count-clicks.ts'
import { openConsole } from '../../steps/operator.ts'
import { buyItem, openPayment } from '../../steps/payment.ts'

const maxClicks = 5
const dayMs = 24 * 60 * 60 * 1000
const t = consoleTranslator('en')
const dataDir = temporaryFolder('ten-tasks')
const database = join(dataDir, 'playhub.sqlite')

/** The file's tab stays logged in as the owner. */
const test = journey({ start: () => startEnvironment({ DATA_DIR: dataDir }) })
  .extend('console', { scope: 'file' }, async ({ environment, fileTab: { page } }) => {
    const clicks = await countClicks(page)
    await openConsole(page, environment)
    return { page, clicks }
  })
  .extend('kraken', { scope: 'file' }, async ({ environment }) => {
    const player = await register(environment, `captain-${Date.now().toString(36)}@kraken.example`)
    return { ...player, orderId: await buyItem(environment, player, 'familytown-coins') }
  })
  /** An order whose game server has failed twice; the hub tries again in five minutes. */
  .extend('undelivered', { scope: 'file' }, async ({ environment, kraken }) => {
    await post(`${environment.sandboxUrl}/game-server/behaviour`, {
      project: 'islandm3',
      status: 500,
      times: 2,
    })
    const orderId = await buyItem(environment, kraken, 'islandm3-hints')
    await waitUntil(
      async () => (await listWebhooks(environment, 'islandm3')).length === 2 || undefined,
      'two tries',
    )
    return orderId
  })

test('finds a player by a part of the email', async ({ console, kraken }) => {
  await inClicks(console, 'find a player by part of an email', async ({ page }) => {
    await search(page, 'kraken.exa')
    await page.getByRole('option', { name: kraken.email }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  await console.page.getByText(kraken.email).first().waitFor()
})

test('explains why an item did not arrive', async ({ console, undelivered }) => {
  await inClicks(console, 'explain why an item did not arrive', ({ page }) => findOrder(page, undelivered))
  const sentence = console.page.getByText(/The game server answers 500; 2 tries, next at/)
  await sentence.waitFor()
  await console.page.getByText(t('orders:actor.game')).waitFor()
})

test('refunds a part of an order, once, at the provider', async ({ console, environment, kraken }) => {
  await inClicks(console, 'refund a part', async ({ page }) => {
    await findOrder(page, kraken.orderId)
    await button(page, 'orders:refund.action').click()
    await dialog(page)
      .getByLabel(t('orders:refund.amount', { currency: 'USD' }))
      .fill('0.5')
    await confirm(page, 'orders:refund.confirm', 'Bought too many')
  })
  await console.page.getByText(t('common:orderState.partly-refunded'), { exact: true }).first().waitFor()
  const payments = await get<{ id: string; hubPaymentId: string }[]>(
    `${environment.sandboxUrl}/control/payments`,
  )
  const payment = payments.find(({ hubPaymentId }) => hubPaymentId === kraken.orderId)
  const refunds = await get<{ data: { amount: number }[] }>(
    `${environment.sandboxUrl}/v1/refunds?payment_intent=${payment?.id}`,
    { authorization: 'Bearer sk_test_sandbox' },
  )
  expect(refunds.data.map(({ amount }) => amount)).toEqual([50])
})

test('shows who changed an order, and why', async ({ console, kraken }) => {
  await inClicks(console, 'see who changed an order', ({ page }) => findOrder(page, kraken.orderId))
  const audit = console.page.getByRole('list', { name: t('orders:audit.title') })
  await audit.getByRole('listitem').filter({ hasText: 'Bought too many' }).first().waitFor()
  expect(await audit.textContent()).toContain(demoOwner.name)
})

test('bans a player for seven days', async ({ console, environment }) => {
  const cheater = await register(environment, `cheater-${Date.now().toString(36)}@example.org`)
  await inClicks(console, 'ban for seven days', async ({ page }) => {
    await search(page, cheater.email)
    await page.getByRole('option', { name: cheater.email }).click()
    await button(page, 'players:ban.button').click()
    await confirm(page, 'players:ban.confirm', 'Sold accounts')
  })
  const { email, password } = cheater
  const login = call(environment, 'POST', '/auth/login-by-email', { body: { email, password } })
  await expect(login).rejects.toThrow(/BANNED|banned/)
  const [{ until } = { until: 0 }] = await query<{ until: number }>(
    database,
    `select banned_until as until from accounts where id = '${cheater.userId}'`,
  )
  expect(Math.abs(until - Date.now() - 7 * dayMs)).toBeLessThan(5 * 60_000)
})

test('answers a ticket and closes it', async ({ console, environment }) => {
  const answer = 'Your item is back in the game.'
  await inClicks(console, 'answer a ticket', async ({ page }) => {
    await page.getByRole('link', { name: /tickets? waits? for an answer/ }).click()
    await page.locator('a[data-row]').first().click()
    await button(page, 'tickets:answer.sendAndClose').waitFor()
    expect(await pressAtOnce(page, ['KeyN', 'KeyR'])).toEqual(['TEXTAREA', 'TEXTAREA'])
    await page.keyboard.type(answer)
    expect(await page.getByRole('textbox', { name: /anna@/ }).inputValue()).toBe(answer)
    await button(page, 'tickets:answer.sendAndClose').click()
  })
  await console.page.getByText(t('common:ticketState.closed'), { exact: true }).waitFor()
  const listEmails = async () => {
    const url = `${environment.sandboxUrl}/mail/messages?to=anna%40playhub.example`
    return (await get<{ text: string }[]>(url)).map(({ text }) => text)
  }
  await expect.poll(listEmails).toContainEqual(expect.stringContaining(answer))
})

test("reads yesterday's sales by item, equal to the orders", async ({ console, environment, kraken }) => {
  const orderId = await buyItem(environment, kraken, 'familytown-builders')
  await changeDatabase(
    database,
    `update orders set paid_at = paid_at - ${dayMs}, started_at = started_at - ${dayMs} where id = '${orderId}'`,
  )
  await inClicks(console, "read yesterday's sales by item", async ({ page }) => {
    await area(page, 'finance').click()
    await button(page, 'finance:preset.yesterday').click()
    await page.getByRole('cell', { name: 'familytown-builders', exact: true }).waitFor()
  })
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const sold = await query<{ itemId: string; orders: number; sum: number }>(
    database,
    `select item_id as "itemId", count(*) as orders, sum(amount_minor) as sum from orders
      where status = 'paid' and paid_at >= ${today - dayMs} and paid_at < ${today} group by item_id`,
  )
  for (const { itemId, orders, sum } of sold) {
    const row = console.page.getByRole('row').filter({ hasText: itemId })
    const cells = await row.getByRole('cell').allInnerTexts()
    expect(cells).toContain(String(orders))
    expect(cells).toContain(formatMoney({ amountMinor: Number(sum), currency: 'USD' }, 'en'))
  }
})

test('reconciles a payment that hangs: the player has the item', async ({ console, environment, kraken }) => {
  const orderId = await openPayment(environment, kraken, 'skyport-fuel')
  // The provider's event is lost, and the hub does not ask by itself any more.
  await changeDatabase(
    database,
    `update attempts set next_check_at = next_check_at + ${dayMs} where order_id = '${orderId}';
      update orders set started_at = started_at - ${dayMs / 24} where id = '${orderId}'`,
  )
  await environment.decidePayment(orderId, 'succeed', { webhook: 'drop' })
  await inClicks(console, 'reconcile a payment that hangs', async ({ page }) => {
    await page.getByRole('link', { name: /waits? too long for/ }).click()
    await page.locator(`a[data-row][href$="${orderId}"]`).click()
    await button(page, 'orders:reconcile.action').click()
    await confirm(page, 'orders:reconcile.action', 'The player has paid')
  })
  await console.page.getByText(/^Paid at /).waitFor()
  const path = `/payments/get/${orderId}`
  const { status } = await call<{ status: string }>(environment, 'GET', path, { jwt: kraken.jwt })
  expect(status).toBe('paid')
})

test('resends everything undelivered after an outage', async ({ console, environment, undelivered }) => {
  await inClicks(console, 'resend webhooks after an outage', async ({ page }) => {
    await page.locator('a[href*="/game-servers/islandm3"]').filter({ hasText: 'webhook' }).click()
    await page.getByRole('link', { name: t('game-servers:tab.overview'), exact: true }).click()
    await button(page, 'game-servers:resendAll.action').click()
    await confirm(page, 'game-servers:resendAll.confirm', 'The server is repaired')
  })
  const delivered = await waitUntil(async () => {
    const received = await listWebhooks(environment, 'islandm3')
    const isDelivered = ({ answeredStatus, body }: Received) =>
      answeredStatus === 200 && JSON.stringify(body).includes(undelivered)
    return received.find(isDelivered)
  }, 'the webhook')
  expect(delivered.verified).toBe(true)
})

test('downloads a month for accounting, with a line for each sale', async ({ console }) => {
  const file = await inClicks(console, 'export a month for accounting', async ({ page }) => {
    await area(page, 'finance').click()
    const link = page.getByRole('link', { name: t('finance:accounting.download') })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    return download.path()
  })
  const lines = readFileSync(file, 'utf8').trim().split('\r\n')
  const header = lines[0]?.replace('\u{feff}', '').split(',') ?? []
  const sales = lines
    .slice(1)
    .map((line) => Object.fromEntries(line.split(',').map((cell, place) => [header[place], cell])))
    .filter(({ Kind }) => Kind === 'sale')
  const now = new Date()
  const start = (months: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)
  const stored = await query<{ id: string; amountMinor: number }>(
    database,
    `select id, amount_minor as "amountMinor" from orders
      where status = 'paid' and paid_at >= ${start(1)} and paid_at < ${start(0)} order by paid_at`,
  )
  expect(stored.length).toBeGreaterThan(0)
  expect(sales.map((sale) => [sale.Order, sale['Amount (in currency)']])).toEqual(
    stored.map(({ id, amountMinor }) => [id, (Number(amountMinor) / 100).toFixed(2)]),
  )
})

test('rotates the key of a game server: a new one, then the old one ends', async ({
  console,
  environment,
}) => {
  const callServer = (key: string) =>
    fetch(`${environment.hubUrl}/api/server/v1/purchases`, { headers: { authorization: `Bearer ${key}` } })
  const keys: string[] = []
  for (const name of ['Old server', 'New server'])
    await inClicks(console, 'create a key for a game server', async ({ page }) => {
      await openKeys(page)
      await button(page, 'game-servers:keys.create').click()
      await dialog(page).getByLabel(t('game-servers:keys.name'), { exact: true }).fill(name)
      await confirm(page, 'game-servers:keys.create', 'Rotation')
      keys.push((await dialog(page).locator('code').textContent()) ?? '')
    })
  const [before = '', after = ''] = keys
  expect([(await callServer(before)).status, (await callServer(after)).status]).toEqual([200, 200])
  await inClicks(console, 'revoke the key before it', async ({ page }) => {
    await openKeys(page)
    await button(page.getByRole('row', { name: 'Old server' }), 'game-servers:keys.revoke').click()
    await confirm(page, 'game-servers:keys.revoke', 'Rotation')
    await dialog(page).waitFor({ state: 'detached' })
  })
  expect([(await callServer(before)).status, (await callServer(after)).status]).toEqual([401, 200])
})

type Console = { page: Page; clicks: ClickCounter }

/** Does a task from the home page in as many clicks as the documentation says. */
async function inClicks<T>(
  { page, clicks }: Console,
  task: string,
  run: (console: Console) => Promise<T>,
): Promise<T> {
  await page.goto('/console/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  let result: T | undefined
  const counted = await clicks.during(async () => {
    result = await run({ page, clicks })
  })
  expect(counted).toBe(readDocumentedClicks(task))
  expect(counted).toBeLessThanOrEqual(maxClicks)
  return result as T
}

function readDocumentedClicks(task: string): number {
  const page = readFileSync(join(root, 'docs/operate/console.md'), 'utf8')
  const row = page.split('\n').find((line) => line.startsWith(`| ${task} |`))
  return Number(row?.split('|').at(-2))
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (scope: Page | Locator, id: string) => scope.getByRole('button', { name: t(id), exact: true })
const area = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: t('common:menu') })
    .getByRole('link', { name: t(`common:area.${name}`) })

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: t('search:label') }).waitFor()
  await page.keyboard.type(text)
}

async function findOrder(page: Page, id: string): Promise<void> {
  await search(page, id)
  await page.getByRole('option').first().click()
  await page.waitForURL(`**/orders/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** A fast hand types on before the next frame. @returns what has the focus right after each key. */
const pressAtOnce = (page: Page, codes: string[]) =>
  page.evaluate(
    (pressed) =>
      pressed.map((code) => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }))
        return document.activeElement?.tagName
      }),
    codes,
  )

async function openKeys(page: Page): Promise<void> {
  await area(page, 'gameServers').click()
  await page.locator('a[data-row][href$="/game-servers/skyport"]').click()
  await page.getByRole('link', { name: t('game-servers:tab.keys'), exact: true }).click()
}

async function confirm(page: Page, action: string, reason: string): Promise<void> {
  await dialog(page).getByLabel(t('common:confirm.reason')).fill(reason)
  await button(dialog(page), action).click()
}

type Received = { answeredStatus: number; verified: boolean; body: unknown }

/** Newest first. */
const listWebhooks = ({ sandboxUrl }: TestEnvironment, project: string) =>
  get<Received[]>(`${sandboxUrl}/game-server/notices?project=${project}`)

async function get<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  return (await fetch(url, { headers })).json() as Promise<T>
}

async function post(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
}
