import type { BuildHealth } from '@playhub/contract/operator'
import { type Clock, MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { isWorse, minJudgedPlays } from './is-worse.ts'
import {
  type BuildName,
  type BuildSums,
  type CurrentBuild,
  type LoadCount,
  listBuildSums,
  listCurrentBuilds,
  listKeptBuilds,
  listLoads,
} from './store.ts'

type Fault = BuildHealth['faults'][number]
type Share = { count: number; total: number }
type Sums = BuildName & BuildSums
type Pair = { build: CurrentBuild; own: Sums; baseline: Sums }

/** A play is counted when it begins. Its page tells later how it went. */
const unripeMs = 5 * MINUTE_MS

/**
 * Compares the current build of each project with the one before it, by the plays of the last 30 days. Projects without
 * plays of an earlier build are missing.
 * @param projects  Default: all.
 */
export async function readBuildHealth(
  { db, clock }: { db: Db; clock: Pick<Clock, 'now'> },
  projects?: readonly string[],
): Promise<BuildHealth[]> {
  const now = clock.now()
  const pairs = await listPairs(db, projects, now)
  if (pairs.length === 0) return []
  const compared = pairs.filter(isJudged).flatMap(({ own, baseline }) => [own, baseline])
  const [loads, kept] = await Promise.all([
    listLoads(db, compared, now),
    listKeptBuilds(
      db,
      pairs.map(({ baseline }) => baseline),
    ),
  ])
  return pairs.map((pair) => {
    const { build, own, baseline } = pair
    const findLoads = (name: BuildName) => loads.filter(isBuild(name))
    return {
      ...{ project: build.project, buildNumber: build.number, buildId: build.buildId, plays: own.plays },
      ...{ baselineNumber: baseline.number, baselinePlays: baseline.plays },
      baselineId: kept.find(isBuild(baseline))?.id ?? null,
      faults: isJudged(pair)
        ? [
            ...listFaults(own, baseline, now - build.changedAt),
            ...findSlowLoads(findLoads(own), findLoads(baseline)),
          ]
        : [],
      isJudged: isJudged(pair),
    }
  })
}

async function listPairs(db: Db, projects: readonly string[] | undefined, now: number): Promise<Pair[]> {
  const current = projects?.length === 0 ? [] : await listCurrentBuilds(db, projects)
  if (current.length === 0) return []
  const ids = current.map(({ project }) => project)
  const sums = Map.groupBy(await listBuildSums(db, ids, now), ({ project }) => project)
  return current.flatMap((build) => {
    const builds = sums.get(build.project) ?? []
    const baseline = chooseBaseline(build, builds)
    const none = { plays: 0, crashedPlays: 0, failedPlays: 0, keptPlays: 0 }
    const own = builds.find(isBuild(build)) ?? { project: build.project, number: build.number, ...none }
    return baseline ? [{ build, own, baseline }] : []
  })
}

const isBuild = (build: BuildName) => (other: BuildName) =>
  other.project === build.project && other.number === build.number

/** The build that players had before. One that was replaced at once says nothing, so an earlier one takes its place. */
function chooseBaseline({ number, previousNumber }: CurrentBuild, builds: Sums[]): Sums | undefined {
  const earlier = builds
    .filter((build) => build.number > 0 && build.number < number && build.plays > 0)
    .toSorted(
      (a, b) =>
        Number(b.number === previousNumber) - Number(a.number === previousNumber) || b.number - a.number,
    )
  return earlier.find(({ plays }) => plays >= minJudgedPlays) ?? earlier[0]
}

const isJudged = ({ own, baseline }: Pair) => own.plays >= minJudgedPlays && baseline.plays >= minJudgedPlays

function listFaults(own: Sums, baseline: Sums, ageMs: number): Fault[] {
  const lost = ({ plays, keptPlays }: BuildSums) => ({ count: plays - keptPlays, total: plays })
  // At most so many plays are younger than a minute, and neither kept nor lost.
  const unripe = Math.min(1, unripeMs / ageMs) * own.plays
  const early = lost(own)
  const ripe = { count: Math.max(0, early.count - unripe), total: early.total - unripe }
  return [
    ...compare('crashes', toShare(own, 'crashedPlays'), toShare(baseline, 'crashedPlays')),
    ...compare('errors', toShare(own, 'failedPlays'), toShare(baseline, 'failedPlays')),
    ...compare('first-minute', ripe, lost(baseline)),
  ]
}

const toShare = (sums: BuildSums, measure: keyof BuildSums): Share => ({
  count: sums[measure],
  total: sums.plays,
})

/** By the share that loads slower than nine of ten loads of the baseline. */
function findSlowLoads(own: LoadCount[], baseline: LoadCount[]): Fault[] {
  const total = sumCounts(baseline)
  let counted = 0
  const p90 = baseline.find(({ count }) => {
    counted += count
    return counted >= total * 0.9
  })
  if (!p90) return []
  const slow = (loads: LoadCount[]): Share => ({
    count: sumCounts(loads.filter(({ bucket }) => bucket > p90.bucket)),
    total: sumCounts(loads),
  })
  return compare('load-time', slow(own), slow(baseline))
}

const sumCounts = (loads: LoadCount[]) => loads.reduce((sum, { count }) => sum + count, 0)

function compare(kind: Fault['kind'], own: Share, baseline: Share): Fault[] {
  if (!isWorse(own.count, own.total, baseline.count, baseline.total)) return []
  return [{ kind, share: own.count / own.total, baselineShare: baseline.count / baseline.total }]
}
