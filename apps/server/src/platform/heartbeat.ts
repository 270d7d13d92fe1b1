import packageFile from '../../package.json' with { type: 'json' }
import { type Clock, SECOND_MS } from './clock.ts'
import type { Db } from './database/database.ts'
import { newId } from './ids.ts'
import type { Log } from './observability/log.ts'
import { outageIn } from './unavailable.ts'

declare module './database/database.ts' {
  interface Tables {
    hubProcesses: HubProcess
  }
}

/** A running hub, as it reports itself to operator commands. */
export type HubProcess = {
  id: string
  startedAt: number
  /** The software's version. Empty in rows of earlier versions. */
  version: string
  seenAt: number
  contentVersion: string
  /** Newer content rejected for errors. */
  rejectedVersion: string | null
  /** Location of uploaded games. Empty in rows of earlier versions, and of hubs without games. */
  buildStorage: string
}

const packageVersion: string = packageFile.version
const reportIntervalMs = 10 * SECOND_MS
/** A hub silent for this long has crashed. */
const lostAfterMs = 3 * reportIntervalMs

export type Heartbeat = {
  /** True when this hub exports the database-wide metrics. */
  isFirst(): Promise<boolean>
  start(): Promise<void>
  /** Records the hub's state immediately. */
  report(): void
  stop(): Promise<void>
}

type Deps = {
  db: Db
  clock: Clock
  log: Log
  buildStorage: string
  content(): { version: string; rejected: { version: string } | null }
}

export function createHeartbeat({ db, clock, log, buildStorage, content }: Deps): Heartbeat {
  const id = newId()
  const startedAt = clock.now()
  let timer: NodeJS.Timeout | undefined
  let reporting: Promise<void> = Promise.resolve()

  async function save(): Promise<void> {
    const { version, rejected } = content()
    const now = clock.now()
    const state = { seenAt: now, contentVersion: version, rejectedVersion: rejected?.version ?? null }
    await db
      .insertInto('hubProcesses')
      .values({ id, startedAt, version: packageVersion, buildStorage, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .execute()
  }

  function report(): void {
    if (!timer) return
    reporting = reporting.then(save).catch((error) => {
      if (!outageIn(error)) log.error({ err: error }, 'The state of the hub could not be recorded')
    })
  }

  return {
    isFirst: async () => (await listRunningHubs(db, clock.now()))[0]?.id === id,
    async start() {
      await db
        .deleteFrom('hubProcesses')
        .where('seenAt', '<', clock.now() - lostAfterMs)
        .execute()
      timer = setInterval(report, reportIntervalMs).unref()
      report()
      await reporting
    },
    report,
    async stop() {
      if (!timer) return
      clearInterval(timer)
      timer = undefined
      await reporting
      await db
        .deleteFrom('hubProcesses')
        .where('id', '=', id)
        .execute()
        .catch(() => {})
    },
  }
}

/** Hubs with a recent report, oldest first. */
export function listRunningHubs(db: Db, now: number): Promise<HubProcess[]> {
  return db
    .selectFrom('hubProcesses')
    .selectAll()
    .where('seenAt', '>=', now - lostAfterMs)
    .orderBy('id')
    .execute()
}
