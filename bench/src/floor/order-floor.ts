/**
 * Baseline server that runs only an order's statements and calls, from creation to the delivered webhook and the
 * emailed receipt: no validation, no signatures, no job claims, no retries. `payments.ts` forks it in place of a hub.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { createTransport } from 'nodemailer'
import { createBatch } from '../../../apps/server/src/platform/batch.ts'
import { call } from '../stub-services.ts'
import { insert, insertNew, openPlainDatabase } from './statements.ts'

const { PORT, SANDBOX_URL, SMTP_PORT } = process.env
const project = 'islandm3'
const db = openPlainDatabase()
const mail = createTransport({ host: '127.0.0.1', port: Number(SMTP_PORT), pool: true, maxConnections: 5 })
/** Same size as the hub's receipt. */
const emailBody = { text: 'A receipt. '.repeat(35), html: `<p>${'A receipt. '.repeat(220)}</p>` }
const titles = { title_ru: 'Пять подсказок', title_en: 'Five hints', titles: '{}' }

const app = Fastify()
app.get('/readyz', async () => ({ ready: true }))

app.post<{ Body: { email: string } }>('/api/auth/login-by-email', async ({ body }) => {
  const [account] = (await db.run('select id from accounts where email = ?', [body.email])) as {
    id: string
  }[]
  const playerId = account?.id ?? ''
  const [id, now] = [randomUUID(), Date.now()]
  const session = { id, player_id: playerId, auth_type: 'mail', user_agent: '', created_at: now }
  await insert(db.run, 'login_sessions', { ...session, last_seen_at: now, expires_at: now + 3_600_000 })
  return { data: { result: { jwt: `${id} ${playerId}`, userId: playerId } } }
})

app.post<{ Body: { itemId: string } }>('/api/payments/create', async ({ headers, body }) => {
  const playerId = await authenticate(headers.authorization)
  const order = { id: randomUUID(), player_id: playerId, project, item_id: body.itemId, ...titles }
  const prices = { price_rub_minor: 9900, price_usd_minor: 99, language: 'en', status: 'none' }
  const rest = { created_at: Date.now(), refunded_minor: 0, metadata: '{}', cancel_count: 0 }
  await insert(db.run, 'orders', { ...order, ...prices, ...rest })
  return { id: order.id }
})

app.get<{ Params: { id: string } }>('/api/payments/stripe/create/:id', async ({ headers, params }) => {
  const playerId = await authenticate(headers.authorization)
  await db.run('select * from orders where id = ?', [params.id])
  await db.run('select * from accounts where id = ?', [playerId])
  const [id, now] = [randomUUID(), Date.now()]
  await db.transact(async (run) => {
    const pending =
      "status = 'pending', started_at = ?, provider = 'stripe', currency = 'USD', amount_minor = 99"
    await run(`update orders set ${pending} where id = ? and status = 'none' returning *`, [now, params.id])
    const attempt = { id, order_id: params.id, provider: 'stripe', amount_minor: 99, currency: 'USD' }
    const checks = { state: 'open', checked_at: 0, next_check_at: now + 60_000, created_at: now }
    await insertNew(run, 'attempts', { ...attempt, ...checks })
  })
  const form = new URLSearchParams({ amount: '99', currency: 'usd', 'metadata[attemptId]': id })
  form.set('metadata[orderId]', params.id)
  const intent = await call<{ id: string }>('POST', `${SANDBOX_URL}/v1/payment_intents`, form.toString())
  await db.run('update attempts set provider_payment_id = ? where id = ? returning *', [intent.id, id])
  return intent
})

type Event = {
  id: string
  data: { object: { id: string; metadata: { orderId: string; attemptId: string } } }
}

app.post<{ Body: Event }>('/webhooks/stripe', async ({ body }) => {
  const { id: intentId, metadata } = body.data.object
  await db.run('select * from attempts where id = ?', [metadata.attemptId])
  const job = newJob('payments.process-payment-event')
  await db.transact(async (run) => {
    const event = { id: randomUUID(), provider: 'stripe', event_key: body.id, kind: 'payment' }
    const received = { provider_payment_id: intentId, raw: JSON.stringify(body), received_at: Date.now() }
    await insertNew(run, 'provider_events', { ...event, ...received })
    await insert(run, 'jobs', job)
  })
  void settle(metadata.orderId, metadata.attemptId, intentId, job.id)
  return { status: 'success' }
})

async function settle(orderId: string, attemptId: string, intentId: string, jobId: string): Promise<void> {
  await db.run('select * from attempts where id = ?', [attemptId])
  await call('GET', `${SANDBOX_URL}/v1/payment_intents/${intentId}`)
  const [now, webhookId, purchaseId] = [Date.now(), randomUUID(), randomUUID()]
  const jobs = [newJob(`payments.deliver-webhooks:${project}`), newJob('payments.issue-receipt')] as const
  const { playerId, body } = await db.transact(async (run) => {
    const paid = "status = 'paid', paid_at = ?, paid_attempt_id = ?"
    const [order] = (await run(`update orders set ${paid} where id = ? and status = 'pending' returning *`, [
      now,
      attemptId,
      orderId,
    ])) as { player_id: string }[]
    const playerId = order?.player_id ?? ''
    await run("update attempts set state = 'succeeded', closed_at = ? where id = ?", [now, attemptId])
    const owned = { player_id: playerId, project, created_at: now }
    const purchase = { id: purchaseId, order_id: orderId, ...owned, item_id: 'islandm3-hints' }
    await insertNew(run, 'purchases', { ...purchase, state: 'granted' })
    const data = { paymentId: orderId, purchaseId, playerId, project, itemId: 'islandm3-hints', metadata: {} }
    const body = JSON.stringify({ type: 'payment.paid', timestamp: new Date(now).toISOString(), data })
    const webhook = { id: webhookId, order_id: orderId, ...owned, type: 'payment.paid', subject: '', body }
    await insert(run, 'webhooks', {
      ...webhook,
      ...{ state: 'waiting', attempts: 0, next_try_at: 0, leased_until: 0 },
    })
    for (const job of jobs) await insert(run, 'jobs', job)
    return { playerId, body }
  })
  void finishedJobs.add(jobId)
  void storeReceipt(orderId, playerId, jobs[1].id)
  await db.run('update webhooks set leased_until = ? where id = ? returning *', [now + 30_000, webhookId])
  await call('POST', `${SANDBOX_URL}/game-server/webhook/${project}`, body, { 'webhook-id': webhookId })
  await delivered.add(webhookId)
  void finishedJobs.add(jobs[0].id)
}

async function storeReceipt(orderId: string, playerId: string, jobId: string): Promise<void> {
  await db.run(
    `select orders.*, attempts.provider as payment_provider, provider_payment_id, paid_with
     from orders left join attempts on attempts.id = orders.paid_attempt_id where orders.id = ?`,
    [orderId],
  )
  const [account] = (await db.run('select * from accounts where id = ?', [playerId])) as { email: string }[]
  const id = randomUUID()
  const receipt = { id, order_id: orderId, number: id, content: JSON.stringify(titles) }
  await insertNew(db.run, 'receipts', { ...receipt, created_at: Date.now() })
  await mail.sendMail({ from: 'hub@playhub.example', to: account?.email, subject: 'Receipt', ...emailBody })
  await emailed.add(id)
  void finishedJobs.add(jobId)
}

const placesFor = (ids: string[]) => ids.map(() => '?').join(', ')
const delivered = createBatch<string>(20, async (ids) => {
  await db.run(`update webhooks set state = 'delivered' where id in (${placesFor(ids)})`, ids)
})
const emailed = createBatch<string>(20, async (ids) => {
  await db.run(`update receipts set mailed_at = ? where id in (${placesFor(ids)})`, [Date.now(), ...ids])
})
const finishedJobs = createBatch<string>(50, async (ids) => {
  await db.run(`delete from jobs where id in (${placesFor(ids)})`, ids)
})

function newJob(kind: string) {
  const now = Date.now()
  const planned = { run_at: now + 20_000, planned_at: now, attempts: 1, created_at: now }
  return { id: randomUUID(), kind, payload: '{}', state: 'running', ...planned }
}

async function authenticate(authorization = ''): Promise<string> {
  const [, id, playerId = ''] = authorization.split(' ')
  await db.run(
    `select login_sessions.* from login_sessions inner join accounts on accounts.id = login_sessions.player_id
     where login_sessions.id = ? and revoked_at is null and expires_at > ? and banned_at is null`,
    [id, Date.now()],
  )
  return playerId
}

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(db.close)
      .then(() => process.exit(0)),
)
