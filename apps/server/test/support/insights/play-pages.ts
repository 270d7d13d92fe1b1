import type { PlayReport } from '@playhub/contract'
import { addDayCounts, type DayCount, toPlace } from '../../../src/insights/index.ts'
import { transact } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { dayIn } from '../../../src/platform/time-zone.ts'
import type { Play } from '../../../src/plays/play-ids.ts'
import { type PendingReport, writeReports } from '../../../src/plays/report-play.ts'
import type { TestHub } from '../test-hub.ts'

const limits = { admitPlay: () => true, admitFault: () => true, admitSource: () => true }

export type Visit = NonNullable<PlayReport['visit']>
export type Started = { playId: string; buildNumber: number | null }

/** Players' pages, as the hub meets them. */
export type PlayPages = {
  view(project: string, visit: Visit, ip: string): Promise<void>
  start(project: string, ip: string): Promise<Started>
  report(report: PlayReport, ip: string): Promise<void>
  /** Writes what waits in the hub. */
  flush(): Promise<void>
}

/** Through the calls of the player's page. The hub needs `TRUST_PROXY`. */
export function openPages(hub: TestHub): PlayPages {
  async function post(path: string, ip: string, payload: object) {
    const response = await hub.app.inject({
      ...{ method: 'POST', url: `/api${path}`, payload },
      headers: {
        'user-agent':
          'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
        'x-forwarded-for': ip,
      },
    })
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${response.body}`)
    return response.json().data.result
  }
  return {
    view: (project, { device, referrer }, ip) =>
      post('/play/view', ip, { project, visit: { device, referrer } }),
    start: (project, ip) => post('/play/start', ip, { project }),
    report: (report, ip) => post('/play/report', ip, report),
    flush: () => hub.context.plays.flush(),
  }
}

/** Below HTTP, which takes most of a call's time: for hundreds of thousands of plays. */
export function openFastPages({ context: { db, catalogue }, clock }: TestHub): PlayPages {
  const plays = new Map<string, Play>()
  let views: DayCount[] = []
  let reports: PendingReport[] = []
  const writeDeps = {
    ...{ db, catalogue, limits, addPlaySeconds: async () => {} },
    async countPlayer(): Promise<never> {
      throw new Error('Only guests play')
    },
  }
  return {
    async view(project, visit, network) {
      const day = dayIn('UTC', clock.now())
      const dayCount = { project, day, network, buildNumber: null, player: null, counts: { views: 1 } }
      views.push({ ...dayCount, ...toPlace(visit, 'en', []) })
    },
    async start(project) {
      const build = await findBuildNumber(db, project)
      const play = { id: newId(), project, buildNumber: build, startedAt: clock.now(), playerId: null }
      plays.set(play.id, play)
      return { playId: play.id, buildNumber: build }
    },
    async report(report, network) {
      const play = plays.get(report.playId)
      if (!play) throw new Error('The play has not begun')
      const place = report.visit ? toPlace(report.visit, 'en', []) : null
      reports.push({ play, report, network, at: clock.now(), place })
    },
    async flush() {
      const [viewed, reported] = [views, reports]
      views = []
      reports = []
      await transact(db, (tx) => addDayCounts(tx, viewed, limits.admitSource))
      if (reported.length > 0) await writeReports(writeDeps, reported)
    },
  }
}

async function findBuildNumber(db: TestHub['context']['db'], project: string): Promise<number | null> {
  const build = await db
    .selectFrom('gameVersions')
    .innerJoin('builds', 'builds.id', 'gameVersions.buildId')
    .select('number')
    .where('gameVersions.project', '=', project)
    .executeTakeFirst()
  return build?.number ?? null
}
