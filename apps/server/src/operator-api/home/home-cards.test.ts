import { type AttentionKind, attentionKinds, type HubProblems } from '@playhub/contract/operator'
import {
  checkSentences,
  describeFinding,
  type Finding,
  toFinding,
} from '@playhub/contract/operator/sentences/checks'
import { expect } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { addBuilds, addPlays } from '../../../test/support/insights/build-plays.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { insertOrderSample, type OrderSample } from '../../../test/support/payments/order-samples.ts'
import { boosters, stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { recordOperation } from '../../platform/audit-log.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { emailQueue } from '../../platform/mail/email.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import { findOrInsertTicket } from '../../support/ticket-store.ts'

const test = base
  /** Results of the doctor. */
  .extend('checks', (): ServiceCheck[] => [])
  .extend('hubOptions', ({ checks }) => ({ runChecks: async () => checks }))

const owner = { role: 'owner', project: '*' } as const
type Operator = Awaited<ReturnType<typeof addTestOperator>>

const unpaid = { status: 'pending', paidAt: null } as const
const open = { state: 'open', closedAt: null } as const

type Db = TestHub['context']['db']
type Given = { hub: TestHub; player: Player; checks: ServiceCheck[] }

type CardCase = {
  cause: (given: Given) => Promise<unknown>
  repair: (given: Given) => Promise<unknown>
  /** The part of a page behind the card. Default: the card's address is a list. */
  list?: (operator: Operator) => Promise<number>
  /** Of that page. Default: operations. */
  href?: string
  /** Each project with something to tell has a card of its own, without a list. */
  ofProject?: boolean
}

/** The same orders in two projects, twice in the first. */
const orders = (samples: OrderSample[], repair: (db: Db) => Promise<unknown>): CardCase => ({
  cause: ({ hub }) =>
    transact(hub.context.db, async (tx) => {
      for (const [index, sample] of samples.entries())
        for (const project of projects) {
          const placed = { now: hub.clock.now() - HOUR_MS, playerId: `${index}`, project }
          await insertOrderSample(tx, placed, sample)
        }
    }),
  repair: ({ hub }) => repair(hub.context.db),
})

const projects = ['islandm3', 'islandm3', 'skyport']

const deliver = (db: Db) => db.updateTable('webhooks').set({ state: 'delivered', deliveredAt: 1 }).execute()

/** Three jobs that fail until they are repaired. */
function failingJobs(
  kind: string,
  { queue, retryDelayMs, tries }: Pick<JobKind, 'queue' | 'retryDelayMs'> & { tries: number },
) {
  let isBroken = true
  const run = async () => {
    if (isBroken) throw new Error('The reason')
  }
  return {
    async cause({ hub }: Given) {
      const { jobs, db } = hub.context
      isBroken = true
      jobs.define(kind, { run, ...(queue && { queue }), ...(retryDelayMs && { retryDelayMs }) })
      await jobs.enqueue(db, ...[1, 2, 3].map((payload) => ({ kind, payload })))
      for (let tried = 0; tried < tries; tried++) {
        await hub.runDueJobs()
        hub.clock.advance(MINUTE_MS)
      }
    },
    async repair({ hub }: Given) {
      isBroken = false
      await hub.runDueJobs()
    },
  }
}

function rejectedContent(): CardCase {
  let stop = () => {}
  return {
    // The hub looks at its own files meanwhile, which are fine.
    async cause({ hub: { context } }) {
      const { state } = context.catalogue
      const rejected = { version: 'b', issues }
      Object.assign(context.catalogue, { state: () => ({ ...state(), rejected }) })
      stop = () => void Object.assign(context.catalogue, { state })
    },
    list: listProblems('content'),
    async repair({ hub: { context } }) {
      stop()
      // The hub may have reported it.
      await context.db.updateTable('hubProcesses').set({ rejectedVersion: null }).execute()
    },
  }
}

const listProblems = (name: keyof HubProblems) => async (operator: Operator) => {
  const problems: HubProblems[keyof HubProblems] = (await operator.callOk('GET /operations/problems')).data
    .result[name]
  return problems
    .map((problem) => (typeof problem === 'object' && 'count' in problem ? problem.count : 1))
    .reduce((sum, count) => sum + count, 0)
}

/** Three editors without the right to publish ask for it. */
function waitingDrafts(): CardCase {
  const params = { project: 'islandm3' }
  const path = `projects/${params.project}.yaml`
  let editors: Operator[] = []
  return {
    async cause({ hub }) {
      await runOnHub(hub, ['content', 'import', copyContent({})])
      await hub.context.catalogue.refresh()
      const producer = { role: 'producer', project: params.project } as const
      editors = await Promise.all([1, 2, 3].map(() => addTestOperator(hub, producer)))
      for (const { callOk } of editors) {
        const file = { ...params, path }
        const { result } = (await callOk('GET /content/drafts/{project}/files/{path}', { params: file })).data
        const body = { text: `${result.text}# Changed\n`, baseSha256: result.baseSha256 }
        await callOk('PUT /content/drafts/{project}/files/{path}', { params: file, body })
        await callOk('POST /content/drafts/{project}/review', { params, body: { reason: 'A sale' } })
      }
    },
    list: async (operator) => (await operator.callOk('GET /content')).data.result.waiting.length,
    href: 'content',
    async repair({ hub }) {
      const [published, declined, withdrawn] = editors
      const all = await addTestOperator(hub, owner)
      const body = { reason: 'Read', operator: published?.id }
      await all.callOk('POST /content/drafts/{project}/publish', { params, body })
      await all.callOk('POST /content/drafts/{project}/review/decline', {
        ...{ params, body: { reason: 'Too early', operator: declined?.id ?? '' } },
      })
      await withdrawn?.callOk('POST /content/drafts/{project}/review/withdraw', { params })
    },
  }
}

/** One measure is worse in a project, two in another. */
function worseBuilds(): CardCase {
  return {
    ofProject: true,
    async cause({ hub }) {
      for (const project of new Set(projects)) {
        await addBuilds(hub, project, [11, 12])
        await addPlays(hub, project, 11, { plays: 1000, crashedPlays: 12, failedPlays: 10 })
        const failedPlays = project === 'skyport' ? 5 : 50
        await addPlays(hub, project, 12, { plays: 500, crashedPlays: 41, failedPlays })
      }
    },
    repair: ({ hub: { context } }) =>
      context.db.updateTable('insightDays').set({ crashedPlays: 0, failedPlays: 0 }).execute(),
  }
}

const issues = [
  toFinding('content.price', { place: 'projects/islandm3.yaml:12', field: '`items.1.price`' }),
  toFinding('content.misspelt', { place: 'hub.yaml:3', field: '`brnad`', nearest: 'brand' }),
]
const dying = failingJobs('dying', { tries: 1, retryDelayMs: () => null })

/** A new kind of card needs a case. */
const cards: Record<AttentionKind, CardCase> = {
  'content-rejected': rejectedContent(),
  'doctor-failing': {
    cause: async ({ checks }) =>
      checks.push(
        {
          service: 'mail',
          found: null,
          problems: [toFinding('said', { said: 'One' }), toFinding('mail.other')],
        },
        { service: 'clock', found: toFinding('clock.agrees'), problems: [] },
      ),
    list: listProblems('doctor'),
    repair: async ({ checks }) => checks.splice(0, 1),
  },
  'mail-failing': {
    ...failingJobs('postcard', { queue: emailQueue, tries: 1 }),
    list: listProblems('mail'),
  },
  'provider-failing': {
    async cause({ hub, player }) {
      const checkout = stripeCheckout(hub)
      await checkout.control.fault('stripe', '500', 99)
      const id = await checkout.order(player)
      for (let call = 0; call < 3; call++)
        await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id } })
    },
    list: listProblems('providers'),
    async repair({ hub, player }) {
      const checkout = stripeCheckout(hub)
      await checkout.control.clearFaults()
      await checkout.orderAndOpen(player, boosters)
    },
  },
  'job-dead': {
    ...dying,
    list: async (operator) => (await operator.callOk('GET /operations/jobs')).data.result.dead.length,
    async repair(given) {
      const operator = await addTestOperator(given.hub, owner)
      for (const [index, { id }] of (
        await operator.callOk('GET /operations/jobs')
      ).data.result.dead.entries())
        await operator.callOk(`POST /operations/jobs/{id}/${index === 0 ? 'dismiss' : 'retry'}`, {
          ...{ params: { id }, body: { reason: 'It works again, or is not needed' } },
        })
      await dying.repair(given)
    },
  },
  'job-failing': { ...failingJobs('tired', { tries: 3 }), list: listProblems('jobs') },
  'game-server-failing': orders(
    [
      {
        webhooks: [{ attempts: 2 }, {}, { state: 'delivered', attempts: 3 }, { state: 'dead', attempts: 9 }],
      },
    ],
    deliver,
  ),
  'order-undelivered': orders(
    [
      // Two given up webhooks of one order are one order.
      {
        webhooks: [
          { state: 'dead', attempts: 9 },
          { type: 'purchase.granted', state: 'dead', attempts: 9 },
        ],
      },
      { webhooks: [{ attempts: 2 }] },
      { webhooks: [{ state: 'delivered', attempts: 1 }] },
      // No part of the card: the money is gone.
      {
        webhooks: [{ state: 'dead', attempts: 9 }],
        refunds: [{}],
        order: { refundedMinor: 99 },
        purchase: { state: 'revoked' },
      },
    ],
    deliver,
  ),
  'game-not-told': orders(
    [
      { webhooks: [{ type: 'payment.refunded', state: 'dead' }], purchase: { state: 'revoked' } },
      { webhooks: [{ attempts: 2 }], purchase: { state: 'consumed' } },
      // No part of the card: its item has not arrived either.
      { webhooks: [{ attempts: 2 }, { type: 'payment.refunded', state: 'dead' }] },
    ],
    deliver,
  ),
  'refund-failed': orders(
    [
      // Two failed refunds of one order are one order.
      {
        refunds: [
          { state: 'failed', amountMinor: 9 },
          { state: 'failed', amountMinor: 9 },
        ],
      },
      // The money went back in another way.
      { refunds: [{ state: 'failed' }, {}], order: { refundedMinor: 99 } },
    ],
    (db) => db.updateTable('refunds').set({ state: 'succeeded' }).execute(),
  ),
  'receipt-failed': orders(
    [
      { purchase: { state: 'consumed', consumedAt: 1 }, closingReceipt: { state: 'failed', finishedAt: 1 } },
      // No part of the card: it is still tried.
      { purchase: { state: 'consumed', consumedAt: 1 }, closingReceipt: { state: 'sent', tries: 3 } },
    ],
    (db) => db.updateTable('closingReceipts').set({ state: 'registered' }).execute(),
  ),
  'order-held': orders(
    [{ order: unpaid, attempt: { ...open, reviewReason: 'other amount' }, purchase: null }],
    (db) => db.updateTable('attempts').set({ reviewReason: null }).execute(),
  ),
  'dispute-open': orders([{ disputes: [{}, {}], purchase: { state: 'frozen' } }], (db) =>
    db.updateTable('disputes').set({ state: 'won', settledAt: 1 }).execute(),
  ),
  'ticket-open': {
    cause: ({ hub, player }) =>
      transact(hub.context.db, async (tx) => {
        for (const project of projects)
          for (const state of ['open', 'open', 'answered', 'closed'] as const)
            await findOrInsertTicket(tx, {
              ...{ id: newId(), playerId: player.userId, orderId: null, project, state, dedupeKey: null },
              ...{ titles: null, titleRu: null, titleEn: null, reason: 'OTHER', email: 'x@example.org' },
              ...{ language: 'en', createdAt: hub.clock.now(), updatedAt: hub.clock.now() },
            })
      }),
    async repair({ hub }) {
      const operator = await addTestOperator(hub, owner)
      for (const { id } of (await operator.callOk('GET /tickets', { query: { state: ['open'] } })).data
        .result)
        await operator.callOk('POST /tickets/{id}/close', { params: { id }, body: {} })
    },
  },
  'content-draft-waits': waitingDrafts(),
  'build-worse': worseBuilds(),
  'order-pending-long': orders(
    [
      { order: unpaid, attempt: open, purchase: null },
      { order: { ...unpaid, startedAt: Date.UTC(2100, 0) }, attempt: open, purchase: null },
      { order: unpaid, attempt: { ...open, reviewReason: 'other amount' }, purchase: null },
    ],
    (db) => db.updateTable('orders').set({ status: 'none' }).execute(),
  ),
}

async function readCards(operator: Operator, kind: AttentionKind) {
  const { attention, failedChecks } = (await operator.callOk('GET /home')).data.result
  expect(failedChecks).toEqual([])
  return attention.filter((card) => card.kind === kind)
}

const readCard = async (operator: Operator, kind: AttentionKind) => (await readCards(operator, kind))[0]

/** The list that a card opens. */
async function countListed(operator: Operator, href: string): Promise<number> {
  const [path, search = ''] = href.split('?')
  const { text } = await operator.read(`/${path}?${search}&limit=100`)
  return JSON.parse(text).data.result.length
}

/** @returns  the sum of the cards, which equal their lists */
async function countCards(operator: Operator, kind: AttentionKind): Promise<number> {
  const { list, href: page = 'operations', ofProject } = cards[kind]
  let sum = 0
  for (const { count, href } of await readCards(operator, kind)) {
    expect(count).toBeGreaterThan(0)
    sum += count
    if (ofProject) continue
    expect(list ? await list(operator) : await countListed(operator, href), href).toBe(count)
    if (list) expect(href).toBe(page)
  }
  return sum
}

const concernsHub = (kind: AttentionKind) => cards[kind].list !== undefined

test.for(attentionKinds)(
  "%s is a card with its list's length, and goes with the last repair",
  async (kind, { hub, player, checks }) => {
    const all = await addTestOperator(hub, owner)
    const one = await addTestOperator(hub, { role: 'support', project: 'skyport' })
    const given = { hub, player, checks }
    const runDoctor = () => all.callOk('POST /operations/doctor')
    await runDoctor()
    expect(await readCard(all, kind)).toBeUndefined()

    await cards[kind].cause(given)
    await runDoctor()
    const ofOne = await countCards(one, kind)
    const ofAll = await countCards(all, kind)
    expect(ofAll).toBeGreaterThan(0)
    expect(ofOne).toBe(concernsHub(kind) ? 0 : ofAll / projects.length)

    await cards[kind].repair(given)
    await runDoctor()
    for (const operator of [all, one]) expect(await readCard(operator, kind)).toBeUndefined()
  },
)

test('a worse build is one card of its project, with a sentence for each fault', async ({
  hub,
  player,
  checks,
}) => {
  const operator = await addTestOperator(hub, owner)
  await cards['build-worse'].cause({ hub, player, checks })
  const found = await readCards(operator, 'build-worse')
  expect(found.map(({ project, href, count }) => ({ project, href, count }))).toEqual([
    { project: 'islandm3', href: 'insights/islandm3', count: 2 },
    { project: 'skyport', href: 'insights/skyport', count: 1 },
  ])
  const sentence = found[1]?.details[0]?.sentence as Finding
  expect(describeFinding(sentence)).toBe('Version 12: 8.2 % of plays crashed; 1.2 % in version 11')
  expect(describeFinding(sentence, 'ru')).toMatch(/^Версия 12: .* 8,2 % .* 1,2 %$/)
})

test('orders of a paused game are on home until its deliveries resume', async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  const pause = { params: { project: 'islandm3' }, body: { reason: 'The server moves' } }
  await operator.callOk('POST /game-servers/{project}/pause', pause)
  await transact(hub.context.db, (tx) =>
    insertOrderSample(
      tx,
      { now: hub.clock.now(), playerId: 'anna', project: 'islandm3' },
      { webhooks: [{}] },
    ),
  )
  const card = await readCard(operator, 'order-undelivered')
  expect(card).toMatchObject({ count: 1, href: 'orders?state=undelivered' })
  expect(await countListed(operator, card?.href ?? '')).toBe(1)

  await operator.callOk('POST /game-servers/{project}/resume', pause)
  expect(await readCard(operator, 'order-undelivered')).toBeUndefined()
})

test("a card of the hub's own errors counts what the page of operations lists", async ({ hub }) => {
  const { db, jobs, catalogue } = hub.context
  const operator = await addTestOperator(hub, owner)
  const readProblems = async () => (await operator.callOk('GET /operations/problems')).data.result
  expect(Object.values(await readProblems()).flat()).toEqual([])

  await jobs.enqueue(db, ...[1, 2, 3].map((payload) => ({ kind: 'unknown', payload })))
  await db.updateTable('jobs').where('kind', '=', 'unknown').set({ attempts: 4, lastError: 'no' }).execute()
  Object.assign(catalogue.state(), { rejected: { version: 'b', issues } })
  const problems = await readProblems()
  expect(problems.content).toEqual(issues)
  const details = issues.map((sentence) => ({ name: null, sentence }))
  expect(await readCard(operator, 'content-rejected')).toMatchObject({ count: 2, details })
  expect((await readCard(operator, 'job-failing'))?.count).toBe(sumJobs(problems))
  const { attention } = (await operator.callOk('GET /home')).data.result
  expect(attention[0]?.kind).toBe('content-rejected')

  const scoped = await addTestOperator(hub, { role: 'owner', project: 'islandm3' })
  expect(JSON.stringify(await scoped.callOk('GET /home'))).not.toContain('islandm3.yaml')
  expect(await scoped.call('GET /operations/problems')).toMatchObject({ status: 403 })

  Object.assign(catalogue.state(), { rejected: null })
  await db.deleteFrom('jobs').where('kind', '=', 'unknown').execute()
  expect(await readCard(operator, 'content-rejected')).toBeUndefined()
  expect(await readCard(operator, 'job-failing')).toBeUndefined()
})

const sumJobs = ({ jobs }: HubProblems) => jobs.reduce((sum, { count }) => sum + count, 0)

base("the doctor's results are codes, which the console says in either language", async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  const { checks } = (await operator.callOk('POST /operations/doctor')).data.result
  expect(checks.length).toBeGreaterThan(15)
  for (const { name, sentence } of checks) {
    const finding = sentence as Finding
    expect(Object.keys(checkSentences.en), name).toContain(finding.code)
    expect(describeFinding(finding, 'ru'), name).toMatch(/[а-яё]/)
  }
})

test('an owner of a new hub sees the first-day steps until an order was paid, and each as done once it is', async ({
  hub,
  player,
}) => {
  const operator = await addTestOperator(hub, owner)
  const scoped = await addTestOperator(hub, { role: 'owner', project: 'islandm3' })
  const readSteps = async (as = operator) => (await as.callOk('GET /home')).data.result.setup
  const isDone = async (name: string) => (await readSteps()).find((step) => step.name === name)?.isDone
  expect((await readSteps()).map(({ name }) => name)).toEqual([
    ...['second-owner', 'refund-limit', 'documents', 'first-game', 'webhook-secret', 'backup'],
  ])
  expect(await readSteps(scoped)).toEqual([])
  expect(await isDone('second-owner')).toBe(false)
  await addTestOperator(hub, owner)
  expect(await isDone('second-owner')).toBe(true)
  expect(await isDone('backup')).toBe(false)
  const change = { action: 'hub.backup', subject: 'backup', at: hub.clock.now() }
  await transact(hub.context.db, (tx) => recordOperation(tx, { operator: 'root', reason: null }, change))
  expect(await isDone('backup')).toBe(true)

  await hub.context.payments.seedHistory(player.userId)
  expect(await readSteps()).toEqual([])
})
