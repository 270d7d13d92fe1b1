/** Chooses the tests for `npm test -- --changed`. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { readImports } from './boundaries/source.ts'

export type TestFile = { path: string; seconds: number }

/**
 * Files different from a commit, new ones too.
 * @param since  Default: HEAD with uncommitted changes, else the branch's start on `main`, else the commit before.
 */
export function listChangedFiles(since: string | undefined): string[] {
  const list = (...args: string[]) =>
    git(...args)
      .split('\0')
      .filter(Boolean)
  const uncommitted = [
    ...list('diff', '--name-only', '-z', since ?? 'HEAD'),
    ...list('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  if (uncommitted.length > 0 || since) return uncommitted
  return list('diff', '--name-only', '-z', findBase())
}

function findBase(): string {
  const head = git('rev-parse', 'HEAD')
  const bases = ['main', 'origin/main'].map((branch) => {
    try {
      return git('merge-base', 'HEAD', branch)
    } catch {
      return head
    }
  })
  return bases.find((base) => base !== head) ?? 'HEAD~1'
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** CPU time of two cores in two minutes; a build and the starts take the third. */
const budgetSeconds = 240
/** Journeys start many processes, so other tests have the larger part. */
const journeyBudgetSeconds = 100

/**
 * Takes the tests closest to the changes until their CPU time is spent: first by imports, then by folder.
 * @param imports  Each file's imported repository files.
 */
export function chooseTests(
  changed: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
  tests: readonly TestFile[],
): { chosen: string[]; left: string[] } {
  const ranks = rankFiles(changed, imports)
  const chosen: string[] = []
  const left: string[] = []
  let seconds = 0
  let journeySeconds = 0
  for (const test of rankTests(changed, tests, ranks)) {
    const spent = isJourney(test.path) ? journeySeconds + test.seconds : 0
    const fits = seconds + test.seconds <= budgetSeconds && spent <= journeyBudgetSeconds
    if (!fits && !changed.includes(test.path)) {
      left.push(test.path)
      continue
    }
    chosen.push(test.path)
    seconds += test.seconds
    if (isJourney(test.path)) journeySeconds = spent
  }
  return { chosen, left }
}

/** Steps along imports from the nearest changed file, by file. */
function rankFiles(
  changed: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>()
  for (const [path, imported] of imports)
    for (const each of imported) importers.set(each, [...(importers.get(each) ?? []), path])
  const ranks = new Map(changed.map((path) => [path, 0]))
  const pending = [...changed]
  for (let path = pending.shift(); path !== undefined; path = pending.shift())
    for (const importer of importers.get(path) ?? []) {
      if (ranks.has(importer)) continue
      ranks.set(importer, (ranks.get(path) ?? 0) + 1)
      pending.push(importer)
    }
  return ranks
}

/** Hubs import everything: a test starting one counts by its folder only. */
const maxSteps = 3
/** After the tests importing a change. */
const journeyRank = 1.5

function rankTests(
  changed: readonly string[],
  tests: readonly TestFile[],
  ranks: ReadonlyMap<string, number>,
): TestFile[] {
  const rank = ({ path }: TestFile) => {
    if (isJourney(path) && changed.some((each) => isWalkedBy(each, path))) return journeyRank
    const steps = ranks.get(path)
    if (steps !== undefined && steps <= maxSteps) return steps
    const nearest = Math.min(...changed.map((each) => countFolderSteps(each, path)))
    if (nearest <= maxSteps) return maxSteps + nearest
    return steps === undefined ? Number.POSITIVE_INFINITY : 3 * maxSteps + steps
  }
  return tests
    .map((test) => ({ test, rank: rank(test) }))
    .filter(({ rank }) => rank !== Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.rank - b.rank || a.test.seconds - b.test.seconds)
    .map(({ test }) => test)
}

/** From a changed file's folder up and down to the test's. */
function countFolderSteps(changed: string, test: string): number {
  const from = dirname(changed).split('/')
  const to = dirname(test).split('/')
  const shared = from.findIndex((name, index) => name !== to[index])
  const depth = shared === -1 ? from.length : shared
  // Two files of an application are not close for this alone.
  return depth < 4 && depth < from.length
    ? Number.POSITIVE_INFINITY
    : from.length - depth + (to.length - depth)
}

const isJourney = (path: string) => path.startsWith('e2e/')

/** Journeys run the hub and the pages as processes: no import leads there. */
const journeys: [source: RegExp, walked: RegExp][] = [
  [/^apps\/(server|web)\/src\/(accounts|hub-sessions)\//, /journeys\/accounts\//],
  [/^apps\/(server|web)\/src\/payments\/|^packages\/sandbox\//, /journeys\/payments\//],
  [/^apps\/web\/src\/(catalogue|documents|app|ui|styles|i18n)\//, /journeys\/games\//],
  [/^apps\/server\/src\/(site|catalogue|i18n)\/|^content\//, /journeys\/games\//],
  [
    /^apps\/(server|web)\/src\/(play|plays|saves|leaderboards|developers|game-\w+|builds)\//,
    /journeys\/platform\//,
  ],
  [/^packages\/game-sdk\/|^games\//, /journeys\/platform\//],
  [/^apps\/console\/|^apps\/server\/src\/operator(-api|s)\//, /journeys\/console\//],
  [/^apps\/(server|web)\/src\/support\//, /journeys\/payments\/support/],
  [
    /^apps\/server\/src\/(platform|cli|migrations)\/|^apps\/server\/src\/[^/]+$|^scripts\/start/,
    /journeys\/operation\//,
  ],
  [/^packages\/(contract|ui)\//, /journeys\/payments\/main-journey/],
]

/** Tests reading files outside the imports. */
const readers: Record<string, RegExp> = {
  'scripts/docs-links.test.ts': /\.md$/,
  'scripts/coverage/spec-coverage.test.ts': /^docs\/spec-coverage\.md$|\.test\.tsx?$/,
  'scripts/coverage/legal-checks.test.ts': /^docs\/operate\/legal-checks\.md$|\.test\.tsx?$/,
  'scripts/lock-file.test.ts': /package(-lock)?\.json$/,
  'scripts/late-waits.test.ts': /\.test\.ts$/,
  'apps/server/src/catalogue/read-content.test.ts': /^content\//,
  'apps/web/critical-rules.test.ts': /^apps\/web\/.*\.css$/,
}

const isWalkedBy = (changed: string, journey: string) =>
  journeys.some(([source, walked]) => source.test(changed) && walked.test(journey))

const sources = '{apps,packages,games,e2e,scripts,deploy}/**/*.{ts,tsx}'
const exclude = (path: string) => /node_modules|\bdist\b|\.d\.ts$/.test(path)

/** Reads the repository. @returns  paths for vitest's filters, closest to the changes first */
export function findTests(changed: readonly string[]): { chosen: string[]; left: string[] } {
  const paths = globSync(sources, { exclude })
  const imports = new Map(paths.map((path) => [path, readImports(path, readFileSync(path, 'utf8'))]))
  for (const [test, read] of Object.entries(readers))
    imports.set(test, [...(imports.get(test) ?? []), ...changed.filter((path) => read.test(path))])
  const tests = paths.filter((path) => /(?<!\.long)\.test\.tsx?$/.test(path)).map(estimate)
  return chooseTests(changed, imports, tests)
}

/** Far more than their size suggests. */
const slowFiles: Record<string, number> = {
  'e2e/src/screens/screens.test.ts': 140,
  'e2e/src/journeys/payments/attempts.test.ts': 50,
}

/** CPU time by kind and size, as measured over the tests of `npm test`. */
function estimate(path: string): TestFile {
  const kilobytes = statSync(path).size / 1000
  const known = slowFiles[path]
  if (known) return { path, seconds: known }
  if (isJourney(path)) return { path, seconds: 5 + 3.5 * kilobytes }
  if (path.includes('.browser.')) return { path, seconds: 5 + 1.2 * kilobytes }
  // On both databases.
  return { path, seconds: path.startsWith('apps/server/') ? kilobytes : 0.1 }
}
