import type { FastifyRequest } from 'fastify'
import { type AdmitSource, addDayCounts, type DayCount, mayCount, toPlace } from '../insights/index.ts'
import { createBatch } from '../platform/batch.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { afterRollback, transact } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { limitedIp, loopback } from '../platform/limits/request-limits.ts'
import { Refusal } from '../platform/refusal.ts'
import { dayIn } from '../platform/time-zone.ts'
import type { Deps } from './deps.ts'

/** Per network. */
const maxViewsPerMinute = 120

/** Openings of games' pages. A hub that is killed loses those of a few seconds. */
export function createViews(deps: Deps, admitSource: AdmitSource) {
  const admit = createLimit(deps.clock, maxViewsPerMinute, MINUTE_MS)
  const views = createBatch<DayCount>({
    intervalMs: 5 * SECOND_MS,
    maxItems: 20_000,
    write: (dayCounts) => transact(deps.db, (tx) => addDayCounts(tx, dayCounts, admitSource)),
    log: deps.log,
  })
  return {
    registerRoute(api: Api): void {
      api.handle('POST /play/view', async ({ body: { project, visit }, caller, request }) => {
        if (!deps.catalogue.project(project)?.game.isActive) throw new Refusal('PROJECT_NOT_FOUND')
        const network = limitedIp(request)
        if (isCounted(deps, request) && (isUnlimited(deps, network) || admit(network)))
          views.add({
            ...{ project, network, buildNumber: null, player: null, counts: { views: 1 } },
            ...toPlace(visit, caller.language, listOwnHosts(deps, request)),
            day: dayIn(deps.catalogue.content().hub.timeZone, deps.clock.now()),
          })
        return { data: { result: true as const } }
      })
    },
    flush: views.flush,
    stop: views.stop,
  }
}

/** False with `insights: off`, for bots and for clients that opt out. */
export const isCounted = (
  { catalogue, config }: Pick<Deps, 'catalogue' | 'config'>,
  request: FastifyRequest,
): boolean => catalogue.content().hub.insights === 'on' && mayCount(request, config.mode === 'sandbox')

export const listOwnHosts = ({ config }: Pick<Deps, 'config'>, request: FastifyRequest): string[] => [
  request.hostname,
  new URL(config.http.publicUrl).hostname,
]

/** Like the limits of requests: the clients of a sandbox share this machine's IP. */
export const isUnlimited = ({ config }: Pick<Deps, 'config'>, network: string): boolean =>
  config.mode === 'sandbox' && loopback.includes(network)

/** Counts by subject in this hub's memory. The figures are approximate, so hubs need not agree. */
export function createLimit(
  clock: Pick<Clock, 'now'>,
  max: number,
  windowMs: number,
): (subject: string) => boolean {
  let window = 0
  let counts = new Map<string, number>()
  return (subject) => {
    const now = Math.floor(clock.now() / windowMs)
    if (now !== window) [window, counts] = [now, new Map()]
    const current = counts
    const add = (number: number) => {
      const count = (current.get(subject) ?? 0) + number
      current.set(subject, count)
      return count
    }
    // A transaction that runs again counts again.
    afterRollback(() => void add(-1))
    return add(1) <= max
  }
}
