/** Random orders of two months, and their totals in the books of hub, accounting and providers. */
import { type PaymentProvider, paymentProviders, type VatRate } from '@playhub/contract'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/platform/clock.ts'
import { addTestOperator } from '../support/operators/operator-client.ts'
import type { SandboxPayment } from '../support/payments/sandbox-control.ts'
import { type Environment, startEnvironment } from './environment.ts'
import * as hub from './hub-actions.ts'
import * as outside from './provider-actions.ts'
import { createOrder, type Run, startRun } from './run.ts'
import { passTime } from './time.ts'

/** Keyed by provider and currency, in minor units. Refunds and lost disputes are returned. */
type Totals = Record<string, { soldMinor: number; returnedMinor: number }>
type Fate =
  | 'refund by the game'
  | 'refund by staff'
  | 'withdraw and confirm'
  | 'withdraw and keep'
  | 'withdraw and forget'
  | 'refund in the dashboard'
  | 'lose a dispute'
  | 'win a dispute'
  | 'nothing'
type Plan = {
  provider: PaymentProvider
  outcome: 'succeed' | 'decline' | 'abandon'
  isReported: boolean
  isConsumed: boolean
  fate: Fate
  percent: number
  isHeld: boolean
  isLate: boolean
}
type Later = { run: Run; order: number; plan: Plan }

const months = ['2030-01', '2030-02'] as const
/** The month's last days are left for what is still in progress. */
const tradingDays = 24
const ordersAtOnce = 100

const fates: Record<Fate, (run: Run, order: number, plan: Plan) => Promise<void>> = {
  'refund by the game': (run: Run, order: number, { percent }: Plan) =>
    hub.requestRefund(run, order, percent, false),
  'refund by staff': (run: Run, order: number, { percent, isHeld }: Plan) =>
    hub.refundByStaff(run, order, percent, { item: percent === 100 ? 'take' : 'keep', isHeld }),
  'withdraw and confirm': (run: Run, order: number) => withdraw(run, order, 'declare', 'confirm'),
  'withdraw and keep': (run: Run, order: number) => withdraw(run, order, 'declare', 'keep'),
  'withdraw and forget': (run: Run, order: number) => withdraw(run, order, 'declare'),
  'refund in the dashboard': async (run: Run, order: number) => {
    await outside.refundInDashboard(run, order, true)
    await deliverLatest(run)
  },
  'lose a dispute': (run: Run, order: number) => dispute(run, order, 'losing_evidence'),
  'win a dispute': (run: Run, order: number) => dispute(run, order, 'winning_evidence'),
  nothing: async () => {},
}

const succeed = 'succeed' as const
const anyPlan: fc.Arbitrary<Plan> = fc.record({
  provider: fc.constantFrom(...paymentProviders),
  outcome: fc.constantFrom(
    succeed,
    succeed,
    succeed,
    succeed,
    succeed,
    'decline' as const,
    'abandon' as const,
  ),
  isReported: fc.boolean(),
  isConsumed: fc.boolean(),
  fate: fc.constantFrom(...(Object.keys(fates) as Fate[]), 'nothing' as const),
  percent: fc.constantFrom(10, 25, 50, 100),
  isHeld: fc.boolean(),
  isLate: fc.boolean(),
})

/** Trades for two months. At the end of each its accounting export, the orders and the providers have the same totals. */
export async function expectEqualBooks(
  onCleanup: Parameters<typeof startEnvironment>[0],
  { orders, seed }: { orders: number; seed: number },
): Promise<void> {
  const environment = await startEnvironment(onCleanup, undefined, true)
  const url = await environment.listen()
  const rates = setVatRates(environment)
  const plans = fc.sample(anyPlan, { numRuns: orders, seed })
  const lines: Line[] = []
  let later: Later[] = []
  let before: Totals = {}
  for (const [index, month] of months.entries()) {
    environment.clock.advance(Date.parse(`${month}-01T12:00:00Z`) - environment.clock.now())
    for (const { run, order, plan } of later) await fates[plan.fate](run, order, plan)
    later = await trade(
      environment,
      plans.filter((_, place) => place % months.length === index),
      [...rates.keys()],
    )
    const atProviders = await readProviderTotals(environment)
    const exported = await readExport(environment, url, month)
    expect(await readOrderTotals(environment)).toEqual(atProviders)
    expect(sumLines(exported)).toEqual(subtract(atProviders, before))
    lines.push(...exported)
    before = atProviders
  }
  expect(Object.keys(before).toSorted()).toEqual(['stripe USD', 'yandex-pay RUB', 'yookassa RUB'])
  await expectVatLines(environment, lines, rates)
}

/** @returns what happens to the orders in the next month */
async function trade(environment: Environment, plans: Plan[], items: string[]): Promise<Later[]> {
  const later: Later[] = []
  const players = chunk(plans, items.length)
  const groups = chunk(players, Math.ceil(ordersAtOnce / items.length))
  for (const group of groups) {
    const runs: Run[] = []
    for (const plans of group) {
      const run = await startRun(environment)
      for (const [order, plan] of plans.entries()) await buy(run, items[order] ?? '', plan)
      await environment.runDueJobs()
      for (const [index, plan] of plans.entries()) {
        const order = run.items.indexOf(items[index] ?? '')
        if (plan.isConsumed) await hub.consume(run, order)
        if (plan.isLate) later.push({ run, order, plan })
        else await fates[plan.fate](run, order, plan)
      }
      runs.push(run)
    }
    await finish(environment, runs, Math.floor((tradingDays * DAY_MS) / groups.length))
  }
  for (const ms of [HOUR_MS, DAY_MS, DAY_MS]) await finish(environment, [], ms)
  // Refunds end at the providers in real time.
  await vi.waitFor(
    async () => {
      await finish(environment, [], HOUR_MS)
      expect(await countUnfinished(environment)).toEqual({
        pendingRefunds: 0,
        failedReceipts: 0,
        deadJobs: 0,
      })
    },
    { timeout: 15_000, interval: 500 },
  )
  return later
}

async function countUnfinished({ db }: Environment) {
  const pending = await db.selectFrom('refunds').select('id').where('state', '=', 'pending').execute()
  const failed = await db.selectFrom('closingReceipts').select('id').where('state', '=', 'failed').execute()
  const dead = await db.selectFrom('jobs').select('id').where('state', '=', 'dead').execute()
  return { pendingRefunds: pending.length, failedReceipts: failed.length, deadJobs: dead.length }
}

async function buy(run: Run, itemId: string, { provider, outcome, isReported }: Plan): Promise<void> {
  await createOrder(run, itemId)
  const order = run.items.indexOf(itemId)
  await hub.openAt(run, order, provider)
  await outside.decide(run, order, 0, { outcome }, isReported)
  await (isReported ? deliverLatest(run) : hub.getStatus(run, order))
}

const deliverLatest = (run: Run) => hub.deliver(run, run.events.length - 1, 1)

async function withdraw(run: Run, order: number, ...steps: hub.WithdrawalStep[]): Promise<void> {
  for (const step of steps) await hub.withdraw(run, order, step)
}

async function dispute(run: Run, order: number, evidence: 'winning_evidence' | 'losing_evidence') {
  await outside.decide(run, order, 0, { outcome: 'dispute' }, true)
  await deliverLatest(run)
  await outside.ruleOnDispute(run, order, evidence, true)
  await deliverLatest(run)
}

/** Lets refunds and receipts end at the providers, and the hub learn of it. */
async function finish(environment: Environment, runs: Run[], ms: number): Promise<void> {
  await environment.runDueJobs()
  for (const run of runs) await passTime(run, 0)
  await vi.waitFor(async () => expect((await listReceipts(environment)).filter(isPending)).toEqual([]), {
    timeout: 15_000,
    interval: 200,
  })
  environment.clock.advance(Math.min(ms, HOUR_MS))
  await environment.runDueJobs()
  environment.clock.advance(ms - Math.min(ms, HOUR_MS))
  await environment.runDueJobs()
}

async function readOrderTotals({ db }: Environment): Promise<Totals> {
  const orders = await db.selectFrom('orders').selectAll().where('status', '=', 'paid').execute()
  return sumLines(
    orders.flatMap(({ provider, currency, itemId, amountMinor, refundedMinor }) => [
      { provider: provider ?? '', currency: currency ?? '', itemId, amountMinor: amountMinor ?? 0 },
      { provider: provider ?? '', currency: currency ?? '', itemId, amountMinor: -refundedMinor },
    ]),
  )
}

async function readProviderTotals({ control, directProviders }: Environment): Promise<Totals> {
  const payments = (await control.request('/control/payments?limit=100000')) as SandboxPayment[]
  const lines: Line[] = []
  for (const { id, provider } of payments) {
    const direct = directProviders[provider as PaymentProvider]
    const payment = await direct.fetchPayment(id)
    if (payment.state !== 'succeeded') continue
    const { currency, amountMinor } = payment.received
    const disputes = (await direct.listDisputes?.(id)) ?? []
    const lost = disputes.filter(({ state }) => state === 'lost').map((each) => -each.amountMinor)
    const amounts = [amountMinor, -payment.refundedMinor, ...lost]
    lines.push(...amounts.map((amountMinor) => ({ provider, currency, itemId: '', amountMinor })))
  }
  return sumLines(lines)
}

type Line = { provider: string; currency: string; itemId: string; amountMinor: number }

/** The accounting export as the console downloads it. */
async function readExport(environment: Environment, url: string, month: string): Promise<Line[]> {
  const { clock } = environment
  const hubAt = { url, clock, context: environment.decisionDeps() }
  const operator = await addTestOperator(hubAt, { role: 'owner', project: '*' })
  const { status, text } = await operator.read(`/finance/documents/export?month=${month}`)
  expect(status, text).toBe(200)
  const [heads = [], ...rows] = text.replace('\u{feff}', '').trim().split('\r\n').map(splitCells)
  const cell = (row: string[], head: string) => row[heads.indexOf(head)] ?? ''
  return rows.map((row) => ({
    provider: cell(row, 'Provider'),
    currency: cell(row, 'Currency'),
    itemId: cell(row, 'Item'),
    amountMinor: toMinor(cell(row, 'Amount (in currency)')),
  }))
}

const splitCells = (line: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
const toMinor = (decimal: string) => Math.round(Number(decimal) * 100)

const nothing = { soldMinor: 0, returnedMinor: 0 }

/** Positive lines are sales. */
function sumLines(lines: Line[]): Totals {
  const totals: Totals = {}
  for (const { provider, currency, amountMinor } of lines) {
    const key = `${provider} ${currency}`
    const { soldMinor, returnedMinor } = totals[key] ?? nothing
    totals[key] = {
      soldMinor: soldMinor + Math.max(0, amountMinor),
      returnedMinor: returnedMinor + Math.max(0, -amountMinor),
    }
  }
  return totals
}

function subtract(totals: Totals, before: Totals): Totals {
  const entries = Object.entries(totals).map(([key, { soldMinor, returnedMinor }]) => {
    const earlier = before[key] ?? nothing
    const difference = {
      soldMinor: soldMinor - earlier.soldMinor,
      returnedMinor: returnedMinor - earlier.returnedMinor,
    }
    return [key, difference]
  })
  return Object.fromEntries(entries)
}

/** YooKassa's codes. */
const vatCodes: Partial<Record<VatRate, number>> = { none: 1, '10': 3, '20': 4, '22': 11 }

/** Spreads VAT rates over all items. @returns each item's code; a bundle's is that of what it contains */
function setVatRates(environment: Environment): Map<string, number> {
  const rates = Object.entries(vatCodes) as [VatRate, number][]
  const items = environment
    .decisionDeps()
    .catalogue.projects()
    .flatMap((project) => project.items)
  const codes = new Map(
    items.map((item, index) => {
      const [rate, code] = rates[index % rates.length] ?? expect.unreachable()
      item.vat = rate
      return [item.id, code]
    }),
  )
  for (const { id, contains: [content] = [] } of items)
    if (content) codes.set(id, codes.get(content.item) ?? expect.unreachable())
  return codes
}

type Receipt = {
  type: 'payment' | 'refund'
  status: string
  items: { quantity: string; amount: { value: string }; vat_code: number }[]
  settlements: { type: string; amount: { value: string } }[]
}

const isPending = ({ status }: Receipt) => status === 'pending'

async function listReceipts({ sandboxUrl }: Environment): Promise<Receipt[]> {
  const authorization = `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}`
  const response = await fetch(`${sandboxUrl}/v3/receipts`, { headers: { authorization } })
  return ((await response.json()) as { items: Receipt[] }).items
}

/** Each receipt adds up, and the receipts of a VAT rate add up to the export's sales and refunds of its items. */
async function expectVatLines(environment: Environment, lines: Line[], codes: Map<string, number>) {
  const onReceipts: Line[] = []
  for (const { type, items, settlements } of await listReceipts(environment)) {
    const amounts = items.map(({ quantity, amount }) => Number(quantity) * toMinor(amount.value))
    expect(sum(amounts)).toBe(sum(settlements.map(({ amount }) => toMinor(amount.value))))
    if (settlements.some((each) => each.type === 'prepayment')) continue
    onReceipts.push(
      ...items.map((item, place) => ({
        ...{ provider: 'vat', currency: String(item.vat_code), itemId: '' },
        amountMinor: (type === 'refund' ? -1 : 1) * (amounts[place] ?? 0),
      })),
    )
  }
  const exported = lines
    .filter(({ provider }) => provider === 'yookassa')
    .map((line) => ({ ...line, provider: 'vat', currency: String(codes.get(line.itemId)) }))
  expect(Object.keys(sumLines(onReceipts))).toHaveLength(Object.keys(vatCodes).length)
  expect(sumLines(onReceipts)).toEqual(sumLines(exported))
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

function chunk<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
}
