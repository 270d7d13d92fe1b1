/**
 * Compares this hub with another commit's: `npm run bench -- compare 3950e41 login payments`. This commit's benches
 * measure both, interleaved.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { median } from './load.ts'
import type { Row } from './report.ts'
import { postgresUrl } from './selling-hub.ts'

const runs = Number(process.env.BENCH_ROUNDS ?? 3)
const defaultBenches = ['login', 'payments', 'pages']

export async function compare([commit, ...chosen]: string[]): Promise<void> {
  if (commit === undefined) throw new Error('npm run bench -- compare <commit> [bench …]')
  const cleanups: (() => Promise<void>)[] = []
  try {
    const folder = await checkOut(commit, cleanups)
    const databaseUrl = await findDatabase(cleanups)
    const benches = chosen.length > 0 ? chosen : defaultBenches
    const before: Row[] = []
    const now: Row[] = []
    for (let round = 0; round < runs; round++) {
      for (const bench of benches) {
        before.push(...(await runBench(bench, folder, databaseUrl)))
        now.push(...(await runBench(bench, '.', databaseUrl)))
      }
    }
    printRatios(commit, before, now)
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

/** @returns  a built work tree of the commit in a temporary folder */
async function checkOut(commit: string, cleanups: (() => Promise<void>)[]): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'playhub-compare-'))
  const folder = join(parent, 'tree')
  cleanups.push(async () => {
    execFileSync('git', ['worktree', 'remove', '--force', folder])
    rmSync(parent, { recursive: true, force: true })
  })
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, commit])
  // Set by Vite, if this process has built something; npm would leave out development packages.
  delete process.env.NODE_ENV
  const run = (...args: string[]) =>
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (isSameFile(folder, 'package-lock.json')) copyPackages(folder)
  else run('ci')
  run('run', 'build')
  return folder
}

function copyPackages(folder: string): void {
  for (const modules of globSync(['node_modules', '{apps,packages}/*/node_modules']))
    cpSync(modules, join(folder, modules), { recursive: true, verbatimSymlinks: true })
}

const isSameFile = (folder: string, file: string) =>
  readFileSync(file).equals(readFileSync(join(folder, file)))

/** The server named by the environment, or a private one where PostgreSQL is installed. */
async function findDatabase(cleanups: (() => Promise<void>)[]): Promise<string | undefined> {
  if (postgresUrl || !postgresPrograms()) return postgresUrl
  return (await startPostgres({ onCleanup: (cleanup) => void cleanups.push(cleanup) })).url
}

/** Runs a bench of this commit on the hub in `folder`. @throws Error  when it fails before it has results */
async function runBench(bench: string, folder: string, databaseUrl: string | undefined): Promise<Row[]> {
  const child = fork('bench/src/main.ts', [bench], {
    env: { ...process.env, BENCH_HUB_FOLDER: resolve(folder), BENCH_DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let rows: Row[] | undefined
  child.on('message', (message) => {
    rows = message as Row[]
  })
  await once(child, 'exit')
  if (!rows) throw new Error(`${bench} failed on the hub in ${folder}`)
  return rows
}

/** Medians of both, with the ratio of this commit to the other. */
function printRatios(commit: string, before: Row[], now: Row[]): void {
  const names = [...new Set(now.map(({ what }) => what))]
  const width = Math.max(...names.map((name) => name.length))
  const printLine = (name: string, ...cells: string[]) =>
    console.log([name.padEnd(width), ...cells.map((cell) => cell.padStart(10))].join('  '))
  printLine('', commit.slice(0, 10), 'now', 'ratio')
  for (const name of names) {
    const [old = Number.NaN, current = Number.NaN] = [before, now].map((rows) =>
      median(rows.filter(({ what }) => what === name).map(({ value }) => value)),
    )
    printLine(name, old.toFixed(2), current.toFixed(2), (current / old).toFixed(2))
  }
}
