/**
 * 10 000 webhooks to a game server that fails three calls in ten and is down for a while. The hub runs in this
 * process with a clock that follows real time and skips the waits.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import { insertPaid, paidOrder } from '../../apps/server/src/payments/testing/paid-order.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../apps/server/src/platform/clock.ts'
import { transact } from '../../apps/server/src/platform/database/database.ts'
import { createLog } from '../../apps/server/src/platform/observability/log.ts'
import type { Row } from './report.ts'
import { createDatabase, type Dialect } from './selling-hubs.ts'
import { startStubServices, type Webhook } from './stub-services.ts'

const count = 10_000
const players = 500
const perCommit = 100
const failingShare = 0.3
/** Per webhook. Together with the failures while the server is down, they must not use up its ten tries. */
const maxFailures = 5
const downAfterCalls = 3_000
/** Batches jobs due within a minute; no wait gets shorter. */
const skipMs = MINUTE_MS
const downForMs = 20 * MINUTE_MS

export async function benchFailingWebhooks(dialect: Dialect): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const database = dialect === 'postgres' ? await createDatabase() : null
  const services = await startStubServices()
  const env = {
    HUB_MODE: 'sandbox',
    SANDBOX_URL: services.url,
    SMTP_PORT: String(services.smtpPort),
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
  }
  const clock = skippingClock()
  const context = await createContext(readConfig(env), { clock, log: createLog('silent') })
  const server = failingServer(clock.now)
  services.onWebhook(server.respond)
  try {
    await fileWebhooks(context)
    const [startedAt, realStart] = [clock.now(), performance.now()]
    for (let due = startedAt; due < Infinity; due = await nextDueAt(context)) {
      clock.skipTo(due + skipMs)
      await context.jobs.runDue()
    }
    const took = `${((clock.now() - startedAt) / DAY_MS).toFixed(1)} days of the hub's clock, ${((performance.now() - realStart) / SECOND_MS).toFixed(0)} s of real time`
    return server.rows(dialect, took)
  } finally {
    await context.close()
    services.close()
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function skippingClock() {
  let skippedMs = 0
  const now = () => Date.now() + skippedMs
  function skipTo(at: number): void {
    skippedMs += Math.max(0, at - now())
  }
  return { now, skipTo }
}

async function fileWebhooks(context: Context): Promise<void> {
  const { db, clock } = context
  for (let filed = 0; filed < count; filed += perCommit) {
    await transact(db, async (tx) => {
      for (let n = filed; n < filed + perCommit; n++)
        await insertPaid(tx, context, paidOrder(`player-${n % players}`, 'islandm3', clock.now()))
    })
  }
}

/** @returns  Infinity when no webhook is waiting */
async function nextDueAt({ db }: Context): Promise<number> {
  const { runAt } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.min('runAt').as('runAt'))
    .where('kind', 'like', 'payments.deliver-webhooks:%')
    .where('state', '<>', 'dead')
    .executeTakeFirstOrThrow()
  return runAt ?? Infinity
}

/** Records received and accepted webhooks. */
function failingServer(now: () => number) {
  const idsByPayment = new Map<string, Set<string>>()
  const failures = new Map<string, number>()
  const lastIdByPlayer = new Map<string, string>()
  const accepted = new Set<string>()
  let [calls, failed, outOfOrder, upAt] = [0, 0, 0, 0]

  function isDown(): boolean {
    if (calls === downAfterCalls) upAt = now() + downForMs
    return now() < upAt
  }

  function failsAtRandom(id: string): boolean {
    const before = failures.get(id) ?? 0
    if (Math.random() >= failingShare || before >= maxFailures) return false
    failures.set(id, before + 1)
    return true
  }

  function respond({ id, paymentId, playerId }: Webhook): number {
    calls += 1
    idsByPayment.set(paymentId, (idsByPayment.get(paymentId) ?? new Set()).add(id))
    if (isDown() || failsAtRandom(id)) {
      failed += 1
      return 503
    }
    if (!accepted.has(id) && (lastIdByPlayer.get(playerId) ?? '') > paymentId) outOfOrder += 1
    lastIdByPlayer.set(playerId, paymentId)
    accepted.add(id)
    return 200
  }

  function rows(dialect: Dialect, took: string): Row[] {
    const twoIds = [...idsByPayment.values()].filter(({ size }) => size > 1).length
    const share = `${failed} of ${calls} calls failed`
    return [
      {
        what: `webhooks delivered through failures and ${downForMs / MINUTE_MS} minutes down (${dialect})`,
        value: accepted.size / count,
        bar: 1,
        note: `${accepted.size} of ${count}; ${share}; ${took}`,
      },
      {
        what: `of these under two ids, or out of their player's order (${dialect})`,
        value: twoIds + outOfOrder,
        bar: 0,
        atMost: true,
        note: `${twoIds} and ${outOfOrder}`,
      },
    ]
  }

  return { respond, rows }
}
