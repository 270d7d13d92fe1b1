import { Registry } from 'prom-client'
import { type Accounts, createAccounts, hasEmailAccount } from './accounts/index.ts'
import { createAlertWebhooks } from './alert-webhooks/index.ts'
import { type Builds, createBuilds } from './builds/index.ts'
import {
  type Catalogue,
  createContentSource,
  createLibrary,
  deleteUnusedFiles,
  followPriceHistory,
  type Library,
  openContent,
  readDocument,
} from './catalogue/index.ts'
import type { Config } from './config.ts'
import { demoPlayer } from './demo.ts'
import { eraseTraces } from './erase-traces.ts'
import { createGameServers, type GameServers } from './game-server-api/index.ts'
import { createPlay, type Play } from './game-tokens/index.ts'
import { createSessions, type Sessions } from './hub-sessions/index.ts'
import { createInsights } from './insights/index.ts'
import { createLeaderboards, type Leaderboards } from './leaderboards/index.ts'
import { migrations } from './migrations/index.ts'
import { createOperators, type Operators } from './operators/index.ts'
import { configuredProviders, createPayments, type Payments, type Providers } from './payments/index.ts'
import { personalRecords } from './personal-records.ts'
import { type Clock, DAY_MS, systemClock } from './platform/clock.ts'
import { createDb, type Db } from './platform/database/database.ts'
import { databaseLocation, openDialect } from './platform/database/dialects.ts'
import { migrate } from './platform/database/migrations/migrations.ts'
import { createPoolMetrics } from './platform/database/pool-metrics.ts'
import { type FolderLock, lockDataFolder } from './platform/folder-lock/folder-lock.ts'
import { createHeartbeat, type Heartbeat } from './platform/heartbeat.ts'
import { scheduleHourly } from './platform/jobs/hourly-job.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import { expectDatabaseMode } from './platform/keys/database-mode.ts'
import { createRequestLimits, type RequestLimits } from './platform/limits/request-limits.ts'
import { createSharedCounts, type SharedCounts } from './platform/limits/shared-counts.ts'
import { canonicalEmail } from './platform/mail/canonical-email.ts'
import { createMail, type Mail, observeMail } from './platform/mail/mail.ts'
import { limitMail } from './platform/mail/mail-limit.ts'
import { createLog, type Log } from './platform/observability/log.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import { createPlays, type Plays } from './plays/index.ts'
import { createSaves, type Saves } from './saves/index.ts'
import { getTenant } from './site/index.ts'
import { createSupport, type Support } from './support/index.ts'

/** The hub's collaborators, each created once. */
export type Context = Platform & Capabilities & { heartbeat: Heartbeat; close(): Promise<void> }

/** The base of every capability. */
type Platform = {
  config: Config
  clock: Clock
  log: Log
  db: Db
  jobs: Jobs
  mail: Mail
  /** This process's metrics. */
  registry: Registry
  catalogue: Catalogue
  requestLimits: RequestLimits
  /** Null when no other hub uses the database. */
  sharedCounts: SharedCounts | null
}

type Capabilities = {
  builds: Builds
  sessions: Sessions
  accounts: Accounts
  payments: Payments
  library: Library
  play: Play
  plays: Plays
  leaderboards: Leaderboards
  saves: Saves
  support: Support
  gameServers: GameServers
  operators: Operators
}

/** Replacements for tests. */
export type Replacements = { clock?: Clock; log?: Log; db?: Db; providers?: Providers }

/** @throws StartupError when the content, the configuration or the database needs the operator's attention. */
export async function createContext(config: Config, replacements: Replacements = {}): Promise<Context> {
  const { platform, close: closePlatform } = await createPlatform(config, replacements)
  const capabilities = await createCapabilities(platform, replacements.providers)
  const { db, clock, log, catalogue } = platform
  const heartbeat = createHeartbeat({
    db,
    clock,
    log,
    buildStorage: capabilities.builds.location,
    content: catalogue.state,
  })
  catalogue.onChange(heartbeat.report)
  return {
    ...platform,
    ...capabilities,
    heartbeat,
    async close() {
      await heartbeat.stop()
      await capabilities.plays.stop()
      await capabilities.leaderboards.stop()
      await closePlatform()
    },
  }
}

async function createPlatform(
  config: Config,
  replacements: Replacements,
): Promise<{ platform: Platform; close(): Promise<void> }> {
  const clock = replacements.clock ?? systemClock
  const log = replacements.log ?? createLog(config.logLevel)
  const registry = new Registry()
  const { db, folderLock } = await openDatabase(config, { log, registry, replacement: replacements.db })
  const catalogue = await openContentOrClose(config, log, { db, folderLock })
  const stopTracing = await startTracing(config.traces)
  const jobs = createJobs({ db, clock, log })
  const sharedCounts = config.databaseUrl === null ? null : createSharedCounts({ db, clock, log })
  sharedCounts?.start()
  const requestLimits = createRequestLimits(config.mode === 'sandbox', sharedCounts)
  const mail = openMail(config, { db, clock, log, registry, catalogue })
  await scheduleHourly({ db, clock, jobs }, 'content.retention', () =>
    deleteUnusedFiles(db, clock.now() - DAY_MS),
  )
  await followPriceHistory({ db, clock, jobs, log, catalogue })

  async function close(): Promise<void> {
    sharedCounts?.stop()
    await jobs.stop()
    await mail.close()
    catalogue.close()
    await db.destroy()
    folderLock?.release()
    await stopTracing()
  }

  return {
    platform: {
      config,
      clock,
      log,
      db,
      jobs,
      mail,
      registry,
      catalogue,
      requestLimits,
      sharedCounts,
    },
    close,
  }
}

type OpenDatabase = { db: Db; folderLock: FolderLock | undefined }

async function openContentOrClose(
  config: Config,
  log: Log,
  { db, folderLock }: OpenDatabase,
): Promise<Catalogue> {
  try {
    const source = createContentSource(config, () => db)
    await source.refresh()
    return openContent({ config, source, log, configuredProviders: configuredProviders(config.payments) })
  } catch (error) {
    await db.destroy()
    folderLock?.release()
    throw error
  }
}

async function openDatabase(
  { databaseUrl, dataDir, mode }: Config,
  { log, registry, replacement }: { log: Log; registry: Registry; replacement: Db | undefined },
): Promise<OpenDatabase> {
  const { observe } = createPoolMetrics(registry)
  const folderLock = replacement || databaseUrl !== null ? undefined : lockDataFolder(dataDir)
  const db = replacement ?? createDb(openDialect(databaseUrl, dataDir, log, observe))
  const location = databaseLocation(databaseUrl, dataDir)
  await migrate(db, migrations, location, log)
  const databaseMode = mode === 'production' ? 'production' : 'sandbox'
  await expectDatabaseMode(db, {
    mode: databaseMode,
    address: location,
    createdIn: async () => ((await hasEmailAccount(db, demoPlayer.email)) ? 'sandbox' : databaseMode),
  })
  return { db, folderLock }
}

function openMail(
  { mail, mode }: Config,
  { db, clock, log, registry, catalogue }: Pick<Platform, 'db' | 'clock' | 'log' | 'registry' | 'catalogue'>,
): Mail {
  const senderName = () => catalogue.getBrand()
  const subjectPrefix = mode === 'staging' ? '[test] ' : ''
  const unlimited = observeMail(createMail({ ...mail, senderName, subjectPrefix }, log), registry)
  return limitMail(unlimited, { db, clock })
}

async function createCapabilities(platform: Platform, providers?: Providers): Promise<Capabilities> {
  const { db, catalogue } = platform
  const getSiteTenant = (host: string) =>
    getTenant(
      host,
      catalogue.projects().map(({ id }) => id),
    )
  const sessions = await createSessions({ ...platform, getTenant: getSiteTenant })
  const accounts = await createAccounts({
    ...platform,
    messagesIn: catalogue.messagesIn,
    failedAttemptLimit: () => getFailedAttemptLimit(catalogue),
    attachHubSession: sessions.attach,
    requiresConsent: () => catalogue.content().hub.legal.consents === 'required',
    readDocument: (name, language) => readDocument(catalogue.content(), name, language),
    personalRecords: { personalData: (playerId) => personalRecords(db, playerId), erase: eraseElsewhere },
  })
  const { findAccount, expectAccount, findPlayerByEmail } = accounts
  const payments = await createPayments(
    {
      ...platform,
      findAccount,
      lockAccount: accounts.lockAccount,
      saveReceiptEmail: (playerId, email) => accounts.saveReceiptEmail(db, playerId, email),
    },
    providers,
  )
  const library = createLibrary({ ...platform, expectAccount })
  const play = await createPlay({ ...platform, findAccount, expectAccount })
  const { authenticate } = accounts
  const { addPlaySeconds, addPlayDay } = library
  const plays = await createPlays({
    ...platform,
    authenticate,
    findAccount,
    addPlaySeconds,
    countPlayer: addPlayDay,
  })
  await createInsights(platform)
  const leaderboards = await createLeaderboards({
    ...platform,
    authenticate,
    expectAccount,
    readPlay: plays.readPlay,
  })
  const saves = await createSaves({ ...platform, expectAccount })
  const { expectOrder, listTimeline } = payments
  const support = await createSupport({
    ...platform,
    canonicalEmail,
    findAccount,
    findPlayerByEmail,
    expectAccount,
    expectOrder,
    listTimeline,
  })
  const hasPortal = (project: string) => catalogue.project(project)?.game.compat !== undefined
  const builds = await createBuilds({ ...platform, hasPortal })
  const gameServers = await createGameServers({
    ...platform,
    builds,
    findAccount,
    expectAccount,
    payments,
    sessions,
    play,
    library,
    leaderboards,
  })
  await createAlertWebhooks(platform)
  const operators = await createOperators({ ...platform, getBrand: catalogue.getBrand })

  async function eraseElsewhere(tx: Db, playerId: string): Promise<void> {
    await eraseTraces(tx, playerId)
    for (const owner of [payments, sessions, play, library, leaderboards, support])
      await owner.erase(tx, playerId)
  }

  return {
    builds,
    sessions,
    accounts,
    payments,
    library,
    play,
    plays,
    leaderboards,
    saves,
    support,
    gameServers,
    operators,
  }
}

function getFailedAttemptLimit(catalogue: Catalogue): number {
  const limit = catalogue.content().hub.settings.failedAttemptLimit
  return typeof limit === 'number' ? limit : 5
}
