/**
 * 10 000 webhooks and a game server that fails three calls of ten and is down for a while. The hub runs in this process
 * by a clock of its own: real time, which leaps over the waits in which there is nothing to do.
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
import { startOutsideWorld, type Webhook } from './provider-stand-in.ts'
import type { Row } from './report.ts'
import { createDatabase, type Place } from './shop.ts'

const count = 10_000
const players = 500
const perCommit = 100
const failingShare = 0.3
/** Enough bad luck for one webhook: with what it meets while the server is down, its ten tries must not run out. */
const mostFailures = 5
const downAfterCalls = 3_000
/** What becomes due within a minute is done together: no wait gets shorter. */
const leapMs = MINUTE_MS
const downForMs = 20 * MINUTE_MS

export async function benchTroubledWebhooks(place: Place): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const database = place === 'postgres' ? await createDatabase() : null
  const world = await startOutsideWorld()
  const env = {
    HUB_MODE: 'sandbox',
    SANDBOX_URL: world.url,
    SMTP_PORT: String(world.smtpPort),
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
  }
  const clock = leapingClock()
  const context = await createContext(readConfig(env), { clock, log: createLog('silent') })
  const server = failingServer(clock.now)
  world.onWebhook(server.answer)
  try {
    await fileWebhooks(context)
    const [startedAt, realStart] = [clock.now(), performance.now()]
    for (let due = startedAt; due < Infinity; due = await nextDueAt(context)) {
      clock.leapTo(due + leapMs)
      await context.jobs.runDue()
    }
    const took = `${((clock.now() - startedAt) / DAY_MS).toFixed(1)} days by the hub's clock, ${((performance.now() - realStart) / SECOND_MS).toFixed(0)} s of real time`
    return server.rows(place, took)
  } finally {
    await context.close()
    world.close()
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function leapingClock() {
  let leaptMs = 0
  const now = () => Date.now() + leaptMs
  function leapTo(at: number): void {
    leaptMs += Math.max(0, at - now())
  }
  return { now, leapTo }
}

async function fileWebhooks({ db, jobs, clock }: Context): Promise<void> {
  for (let filed = 0; filed < count; filed += perCommit) {
    await transact(db, async (tx) => {
      for (let n = filed; n < filed + perCommit; n++)
        await insertPaid(tx, jobs, paidOrder(`player-${n % players}`, 'islandm3', clock.now()))
    })
  }
}

/** Infinity when no webhook waits any more. */
async function nextDueAt({ db }: Context): Promise<number> {
  const { runAt } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.min('runAt').as('runAt'))
    .where('kind', 'like', 'payments.tell-webhooks:%')
    .where('state', '<>', 'dead')
    .executeTakeFirstOrThrow()
  return runAt ?? Infinity
}

/** Remembers all it was told, and what it took. */
function failingServer(now: () => number) {
  const idsOf = new Map<string, Set<string>>()
  const failures = new Map<string, number>()
  const lastOf = new Map<string, string>()
  const taken = new Set<string>()
  let [calls, failed, disorders, upAt] = [0, 0, 0, 0]

  function isDown(): boolean {
    if (calls === downAfterCalls) upAt = now() + downForMs
    return now() < upAt
  }

  function isUnlucky(id: string): boolean {
    const before = failures.get(id) ?? 0
    if (Math.random() >= failingShare || before >= mostFailures) return false
    failures.set(id, before + 1)
    return true
  }

  function answer({ id, paymentId, playerId }: Webhook): number {
    calls += 1
    idsOf.set(paymentId, (idsOf.get(paymentId) ?? new Set()).add(id))
    if (isDown() || isUnlucky(id)) {
      failed += 1
      return 503
    }
    if (!taken.has(id) && (lastOf.get(playerId) ?? '') > paymentId) disorders += 1
    lastOf.set(playerId, paymentId)
    taken.add(id)
    return 200
  }

  function rows(place: Place, took: string): Row[] {
    const twoIds = [...idsOf.values()].filter(({ size }) => size > 1).length
    const share = `${failed} of ${calls} calls failed`
    return [
      {
        what: `webhooks delivered through failures and ${downForMs / MINUTE_MS} minutes down (${place})`,
        value: taken.size / count,
        bar: 1,
        note: `${taken.size} of ${count}; ${share}; ${took}`,
      },
      {
        what: `of these under two ids, or out of their player's order (${place})`,
        value: twoIds + disorders,
        bar: 0,
        atMost: true,
        note: `${twoIds} and ${disorders}`,
      },
    ]
  }

  return { answer, rows }
}
