import type { PlayReport } from '@playhub/contract'
import { DAY_MS, MINUTE_MS } from '../../../src/platform/clock.ts'
import { transact } from '../../../src/platform/database/database.ts'
import { addDays, dayIn } from '../../../src/platform/time-zone.ts'
import type { ContentChanges } from '../content-copy.ts'
import { insertOrderSample } from '../payments/order-samples.ts'
import { createRandom, type Random } from '../random.ts'
import type { TestHub } from '../test-hub.ts'
import { addBuilds } from './build-plays.ts'
import type { PlayPages, Started, Visit } from './play-pages.ts'

/** The content that the simulation needs. */
export const simulatedContent: ContentChanges = {
  islandm3: (yaml) => yaml.replace(/^game:$/m, 'game:\n  events: [level-done]'),
}

export const simulatedProjects = ['islandm3', 'skyport', 'familytown'] as const
type Project = (typeof simulatedProjects)[number]

const measures = [
  ...(['views', 'plays', 'players', 'newPlayers', 'playSeconds', 'loads', 'keptPlays'] as const),
  ...(['crashedPlays', 'failedPlays', 'shopOpens', 'paidOrders', 'revenue'] as const),
]
type Measures = Record<(typeof measures)[number], number>

const none = () => Object.fromEntries(measures.map((name) => [name, 0])) as Measures

/** The expected figures, counted by the simulation itself. */
export type Truth = {
  first: string
  last: string
  days: Map<string, Measures>
  /** Players of a cohort by day number, by first day. */
  cohorts: Map<string, number[]>
  /** Plays by `<dimension> <value>`. */
  parts: Map<string, number>
  loadMs: number[]
  levels: { count: number; sum: number }
}

type Player = { firstDay: number }
type Play = { project: Project; visit: Visit; isCounted: boolean }
type Running = Started & { play: Play; seconds: number; day: number }
type Simulation = {
  hub: TestHub
  pages: PlayPages
  random: Random
  truth: Map<Project, Truth>
  first: string
}
/** Waiting reports are written so often. */
const flushMinutes = 10

const minutesPerDay = 24 * 60
/** No play goes on after midnight, so each belongs to one day. */
const lastStart = 23 * 60
const meanPlays = 1.6
const devices = ['phone', 'phone', 'phone', 'tablet', 'desktop'] as const
const referrers = ['', '', 'www.google.com', 'blog.example.org', 'news.example.org']
const sources = new Map([
  ['', 'direct'],
  ['www.google.com', 'search'],
])

/** The share of players who come back so many days after their first one. */
const toReturnShare = (dayNumber: number) => 0.35 * dayNumber ** -0.7

/**
 * Plays of guests in three projects, minute by minute of the hub's clock. One in thirty is not counted, some reports come
 * twice. Half-way, islandm3 gets a build that crashes more often.
 */
export async function simulatePlays(
  hub: TestHub,
  pages: PlayPages,
  { days, playsPerDay }: { days: number; playsPerDay: number },
): Promise<Map<Project, Truth>> {
  const first = dayIn('UTC', hub.clock.now())
  const last = addDays(first, days - 1)
  const truth = new Map(
    simulatedProjects.map((project): [Project, Truth] => [
      project,
      {
        ...{ first, last, days: new Map(), cohorts: new Map(), parts: new Map(), loadMs: [] },
        levels: { count: 0, sum: 0 },
      },
    ]),
  )
  const simulation: Simulation = { hub, pages, random: createRandom(56), truth, first }
  const players = new Map(simulatedProjects.map((project): [Project, Player[]] => [project, []]))
  await addBuilds(hub, 'islandm3', [1])
  for (let day = 0; day < days; day++) {
    if (day === Math.floor(days / 2)) await releaseBuild(hub)
    const starts = simulatedProjects.flatMap((project, place) =>
      planDay(simulation, players.get(project) ?? [], {
        ...{ project, day },
        players: (playsPerDay / meanPlays) * ([0.6, 0.3, 0.1][place] ?? 0),
      }),
    )
    await runDay(simulation, day, starts)
  }
  return truth
}

async function releaseBuild(hub: TestHub): Promise<void> {
  const { db } = hub.context
  const before = await db
    .selectFrom('builds')
    .selectAll()
    .where('id', '=', 'islandm3-1')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('builds')
    .values({ ...before, id: 'islandm3-2', number: 2 })
    .execute()
  const change = { buildId: 'islandm3-2', previousBuildId: before.id, changedAt: hub.clock.now() }
  await db.updateTable('gameVersions').set(change).execute()
}

type Start = { minute: number; play: Play }
type Wanted = { project: Project; day: number; players: number }

/** Picks the players of a day. New ones replace those who do not come back. */
function planDay({ random, truth, first }: Simulation, known: Player[], wanted: Wanted): Start[] {
  const { project, day } = wanted
  const own = truth.get(project) as Truth
  const returning = known.filter(({ firstDay }) => random.next() < toReturnShare(day - firstDay))
  const missing = Math.max(1, Math.round(wanted.players - returning.length))
  const added = Array.from({ length: missing }, (): Player => ({ firstDay: day }))
  known.push(...added)
  return [...returning, ...added].flatMap(({ firstDay }) => {
    const dayNumber = day - firstDay
    const isCounted = random.upTo(30) > 0
    const cohort = addDays(first, firstDay)
    const counts = own.cohorts.get(cohort) ?? []
    if (isCounted) counts[dayNumber] = (counts[dayNumber] ?? 0) + 1
    own.cohorts.set(cohort, counts)
    const visit = { device: random.pick(devices), referrer: random.pick(referrers), dayNumber }
    const minutes = [random.upTo(lastStart)]
    while (random.next() < 1 - 1 / meanPlays) minutes.push(random.upTo(lastStart))
    return minutes
      .toSorted((a, b) => a - b)
      .map((minute, index) => {
        const isFirstToday = index === 0
        const play = { ...visit, isFirstToday, isFirstEver: isFirstToday && dayNumber === 0 }
        return { minute, play: { project, visit: play, isCounted } }
      })
  })
}

async function runDay(simulation: Simulation, day: number, starts: Start[]): Promise<void> {
  const { hub, pages, random, first } = simulation
  const dayStart = Date.parse(first) + day * DAY_MS
  const begun = Map.groupBy(starts, ({ minute }) => minute)
  const ending = new Map<number, Running[]>()
  for (let minute = 0; minute < minutesPerDay; minute++) {
    hub.clock.advance(dayStart + minute * MINUTE_MS - hub.clock.now())
    await Promise.all((ending.get(minute) ?? []).map((running) => endPlay(simulation, running)))
    await Promise.all(
      (begun.get(minute) ?? []).map(async ({ play }) => {
        await viewPage(simulation, play, day)
        if (random.upTo(4) === 0) await viewPage(simulation, play, day)
        const running = await startPlay(simulation, play, day)
        const end = minute + 1 + Math.ceil(running.seconds / 60)
        ending.set(end, [...(ending.get(end) ?? []), running])
      }),
    )
    if (minute % flushMinutes === 0) await pages.flush()
  }
  for (const project of simulatedProjects) await placeOrders(simulation, project, day)
  await pages.flush()
  await hub.runDueJobs()
}

function countOn({ truth, first }: Simulation, project: Project, day: number): Measures {
  const { days } = truth.get(project) as Truth
  const name = addDays(first, day)
  const counts = days.get(name) ?? none()
  days.set(name, counts)
  return counts
}

async function viewPage(simulation: Simulation, { project, visit, isCounted }: Play, day: number) {
  if (!isCounted) return
  countOn(simulation, project, day).views += 1
  await simulation.pages.view(project, visit, toIp(simulation.random))
}

async function startPlay(simulation: Simulation, play: Play, day: number): Promise<Running> {
  const { pages, random, truth } = simulation
  const { project, visit, isCounted } = play
  const { playId, buildNumber } = await pages.start(project, toIp(random))
  const seconds =
    random.upTo(4) === 0 ? 5 + random.upTo(50) : Math.round(60 + drawLogNormal(random, 400, 0.6, 2800))
  const isShown = random.upTo(50) > 0
  const loadMs = Math.round(drawLogNormal(random, 1800, 0.5, 600_000))
  if (isCounted) {
    const counts = countOn(simulation, project, day)
    counts.plays += 1
    counts.players += Number(visit.isFirstToday)
    counts.newPlayers += Number(visit.isFirstEver)
    counts.loads += Number(isShown)
    const own = truth.get(project) as Truth
    if (isShown) own.loadMs.push(loadMs)
    const source = sources.get(visit.referrer) ?? visit.referrer
    for (const part of [`device ${visit.device}`, `source ${source}`, `build ${buildNumber ?? 0}`])
      own.parts.set(part, (own.parts.get(part) ?? 0) + 1)
  }
  const report = { playId, activeSeconds: 0, ...(isShown && { loadMs }) }
  await sendReport(simulation, play, { ...report, part: 1 })
  return { play, playId, buildNumber, seconds, day }
}

async function endPlay(simulation: Simulation, { play, playId, buildNumber, seconds, day }: Running) {
  const { random, truth } = simulation
  const hasCrashed = random.next() < (buildNumber === 2 ? 0.06 : 0.02)
  const hasFailed = random.next() < 0.03
  const shopOpens = random.upTo(10) === 0 ? 1 + random.upTo(3) : 0
  const count = play.project === 'islandm3' ? random.upTo(5) : 0
  if (play.isCounted) {
    const counts = countOn(simulation, play.project, day)
    counts.playSeconds += seconds
    counts.keptPlays += Number(seconds >= 60)
    counts.crashedPlays += Number(hasCrashed)
    counts.failedPlays += Number(hasFailed)
    counts.shopOpens += shopOpens
    const { levels } = truth.get(play.project) as Truth
    levels.count += count
    levels.sum += count * 2.5
  }
  const report: PlayReport = {
    ...{ playId, activeSeconds: seconds, part: 2 },
    ...(hasCrashed && { hasCrashed }),
    ...(hasFailed && { errors: [{ message: 'x is not defined', count: 1 }] }),
    ...(shopOpens > 0 && { shopOpens }),
    ...(count > 0 && { events: [{ name: 'level-done', count, sum: count * 2.5 }] }),
  }
  await sendReport(simulation, play, report)
  if (random.upTo(50) === 0) await sendReport(simulation, play, report)
}

/** A page that counts nothing sends time and errors only. */
async function sendReport({ pages, random }: Simulation, { visit, isCounted }: Play, report: PlayReport) {
  const { playId, activeSeconds, errors } = report
  const body = isCounted ? { ...report, visit } : { playId, activeSeconds, ...(errors && { errors }) }
  await pages.report(body, toIp(random))
}

async function placeOrders(simulation: Simulation, project: Project, day: number): Promise<void> {
  const { hub, random } = simulation
  const counts = countOn(simulation, project, day)
  await transact(hub.context.db, async (tx) => {
    for (let order = random.upTo(8); order >= 0; order--) {
      const amountMinor = 99 + random.upTo(900)
      const placed = { now: hub.clock.now(), playerId: `player-${order}`, project }
      await insertOrderSample(tx, placed, { order: { amountMinor }, attempt: { amountMinor } })
      counts.paidOrders += 1
      counts.revenue += amountMinor
    }
  })
}

/** Each call comes from another address, as those of thousands of players do. */
const toIp = ({ upTo }: Random) => `10.${upTo(256)}.${upTo(256)}.${upTo(256)}`

function drawLogNormal({ next }: Random, median: number, spread: number, limit: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return Math.min(limit, Math.max(1, median * Math.exp(spread * normal)))
}
