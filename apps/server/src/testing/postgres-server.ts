/** A PostgreSQL server of a test's own, which the test may stop, with its own port and data folder. */
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { freePorts } from '../../../../scripts/free-ports.ts'

const run = promisify(execFile)

/** Where Debian's packages install the server's programs, which are not on the PATH. */
const debianFolder = '/usr/lib/postgresql'
const isRoot = process.getuid?.() === 0

export type PostgresServer = {
  url: string
  start(): Promise<void>
  /** Closes every connection at once, as a restart does. */
  stop(): Promise<void>
  /** Ends every connection of the hub. @returns  how many */
  terminateConnections(): Promise<number>
  /** Runs a statement of an administrator, which may change a read-only server. */
  run(statement: string): Promise<void>
}

/** The folder of the programs; undefined when no server is installed. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(debianFolder)) return undefined
  const folders = readdirSync(debianFolder).map((version) => join(debianFolder, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

type Options = {
  /** Registers the clean-up. Default: `onTestFinished`. */
  onCleanup?: (cleanup: () => Promise<void>) => void
}

/** Starts a server; it stops with the test. */
export async function startPostgres({ onCleanup = onTestFinished }: Options = {}): Promise<PostgresServer> {
  const programs = postgresPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed')
  const [port] = await freePorts(1)
  const dir = mkdtempSync(join(tmpdir(), 'playhub-postgres-'))
  if (isRoot) chownSync(dir, ...(await idsOfPostgres()))
  const data = join(dir, 'data')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const control = (...args: string[]) =>
    runAsPostgres(join(programs, 'pg_ctl'), '--pgdata', data, '--wait', ...args)
  const start = () =>
    control(
      'start',
      `--log=${join(dir, 'log')}`,
      `--options=-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`,
    )
  const stop = () => control('stop', '--mode=fast')

  onCleanup(async () => {
    await control('stop', '--mode=immediate').catch(() => {})
    rmSync(dir, { recursive: true, force: true })
  })
  await runAsPostgres(join(programs, 'initdb'), '--no-sync', '--auth=trust', '--username=postgres', data)
  await start()
  return {
    url,
    start,
    stop,
    terminateConnections: () => terminateConnections(url),
    run: async (statement) => void (await runStatement(url, statement)),
  }
}

/** Runs a statement on a connection of its own. */
export async function runStatement<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The server refuses to run as root. */
export async function runAsPostgres(program: string, ...args: string[]): Promise<void> {
  const command = isRoot ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args]
  await run(command[0] as string, command.slice(1), { cwd: tmpdir() })
}

/** The user and group that the server runs as. */
export async function idsOfPostgres(): Promise<[number, number]> {
  const [user, group] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
  return [Number(user?.stdout), Number(group?.stdout)]
}

async function terminateConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
