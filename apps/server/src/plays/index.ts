import { toPlace } from '../insights/index.ts'
import { type Batch, createBatch } from '../platform/batch.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { type Api, findCaller } from '../platform/http/api.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { limitedIp } from '../platform/limits/request-limits.ts'
import type { Deps } from './deps.ts'
import { foldPlays } from './fold-plays.ts'
import { createFrameStatus } from './frame-status.ts'
import { deleteErrorsBefore, deleteRareErrors } from './game-errors.ts'
import { openPlayIds, type Play, type PlayIds } from './play-ids.ts'
import { createPopularGames, type PopularGames } from './popular-games.ts'
import {
  hidePlayer,
  type PendingReport,
  type PlayLimits,
  readReport,
  readRunningPlay,
  writeReports,
} from './report-play.ts'
import { startPlay } from './start-play.ts'
import { createLimit, createViews, isCounted, isUnlimited, listOwnHosts } from './views.ts'

export { listGameErrors } from './game-errors.ts'

const errorRetentionMs = 30 * DAY_MS
/** Counted plays of one network, such as a school. */
const maxPlaysPerMinute = 60
/** Per network and project. */
const maxFaultsPerDay = 10
/** New hosts that one network names for a project. */
const maxSourcesPerDay = 3

export type Plays = {
  registerRoutes(api: Api): void
  popular: PopularGames
  /** @throws Refusal PLAY_NOT_FOUND when the hub has not begun the play, or more than a day ago */
  readPlay(playId: string): Play
  /** Writes what waits. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Plays: openings of games, counted without identity. */
export async function createPlays(deps: Deps): Promise<Plays> {
  const playIds = await openPlayIds(deps.db)
  const limits = createPlayLimits(deps)
  const reports = createBatch<PendingReport>({
    intervalMs: SECOND_MS,
    maxItems: 20_000,
    write: (pending) => writeReports({ ...deps, limits }, pending),
    log: deps.log,
  })
  const views = createViews(deps, limits.admitSource)
  await scheduleHourly(
    deps,
    'plays.fold',
    () => foldPlays(deps),
    () => deleteErrorsBefore(deps.db, deps.clock.now() - errorRetentionMs),
    () => deleteRareErrors(deps.db),
  )
  return {
    registerRoutes(api) {
      registerRoutes(api, deps, playIds, reports)
      views.registerRoute(api)
    },
    popular: createPopularGames(deps),
    readPlay: (playId) => readRunningPlay(deps, playIds, playId),
    async flush() {
      await reports.flush()
      await views.flush()
    },
    async stop() {
      await reports.stop()
      await views.stop()
    },
  }
}

function createPlayLimits(deps: Deps): PlayLimits {
  const admitPlay = createLimit(deps.clock, maxPlaysPerMinute, MINUTE_MS)
  const admitFault = createLimit(deps.clock, maxFaultsPerDay, DAY_MS)
  return {
    admitPlay: (network) => isUnlimited(deps, network) || admitPlay(network),
    admitFault: (subject) => isUnlimited(deps, subject.split(' ').at(-1) ?? '') || admitFault(subject),
    admitSource: createLimit(deps.clock, maxSourcesPerDay, DAY_MS),
  }
}

function registerRoutes(api: Api, deps: Deps, playIds: PlayIds, reports: Batch<PendingReport>): void {
  api.handle('POST /play/start', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    // An ended login makes a guest: the game opens all the same.
    const playerId = (await findCaller(deps.authenticate, request))?.playerId ?? null
    const wanted = {
      ...{ project: body.project, language: caller.language, playerId },
      mayCount: isCounted(deps, request),
    }
    return { data: { result: await startPlay(deps, playIds, wanted) } }
  })
  const readFrameStatus = createFrameStatus(deps)
  api.handle('GET /play/frame-status', async ({ query, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return {
      data: { result: { status: await readFrameStatus(query.project, request.headers['user-agent']) } },
    }
  })
  api.handle('POST /play/report', async ({ body, caller, request }) => {
    const { visit } = body
    const place =
      visit && isCounted(deps, request) ? toPlace(visit, caller.language, listOwnHosts(deps, request)) : null
    const pending = readReport(deps, playIds, body, { network: limitedIp(request), place })
    reports.add(await hidePlayer(deps, pending))
    return { data: { result: true } }
  })
}
