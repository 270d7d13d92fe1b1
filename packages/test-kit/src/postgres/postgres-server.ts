/** A test's own PostgreSQL server, which the test may stop, with its own port and data folder. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { freePorts } from '../free-ports.ts'

const run = promisify(execFile)

/** Debian's packages install the server's programs here, which is not on the PATH. */
const debianFolder = '/usr/lib/postgresql'
const isRoot = process.getuid?.() === 0

const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  // Compiling a query takes longer than running it on small tables.
  jit: 'off',
  // Enough for a hub per worker on a machine with many cores.
  max_connections: 500,
}

export type PostgresServer = {
  url: string
  start(): Promise<void>
  /** Closes every connection at once, as a restart does. */
  stop(): Promise<void>
  /** Ends every connection from the hub. @returns  how many */
  terminateConnections(): Promise<number>
  /** Runs an administrator's statement, which may change a read-only server. */
  run(statement: string): Promise<void>
}

/** The programs' folder; undefined when no server is installed. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(debianFolder)) return undefined
  const folders = readdirSync(debianFolder).map((version) => join(debianFolder, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

type Options = {
  /** Registers the clean-up. Default: `onTestFinished`. */
  onCleanup?: (cleanup: () => Promise<void>) => void
}

/** Starts a server. It stops with the test, or at the latest with this process. */
export async function startPostgres({ onCleanup = onTestFinished }: Options = {}): Promise<PostgresServer> {
  const programs = postgresPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed')
  const [port] = await freePorts(1)
  const dir = mkdtempSync(join(tmpdir(), 'playhub-postgres-'))
  if (isRoot) chownSync(dir, ...(await readPostgresIds()))
  const data = join(dir, 'data')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const control = [join(programs, 'pg_ctl'), '--pgdata', data, '--wait'] as const
  const settings = Object.entries({ ...serverSettings, port })
  const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')
  const start = () => runAsPostgres(...control, 'start', `--log=${join(dir, 'log')}`, `--options=${options}`)
  const stop = () => runAsPostgres(...control, 'stop', '--mode=fast')

  const stopAtOnce = commandAsPostgres(...control, 'stop', '--mode=immediate')
  onCleanup(afterThisProcess(['sh', '-c', '"$@"; rm -rf "$0"', dir, ...stopAtOnce]))
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

/** Runs a statement on its own connection. */
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

export async function runAsPostgres(program: string, ...args: string[]): Promise<void> {
  const [command = '', ...rest] = commandAsPostgres(program, ...args)
  await run(command, rest, { cwd: tmpdir() })
}

/** The server refuses to run as root. */
function commandAsPostgres(program: string, ...args: string[]): string[] {
  return isRoot ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args]
}

/** Runs a command when this process ends, even if it is killed. @returns  runs it now */
function afterThisProcess(command: string[]): () => Promise<void> {
  // The shell reads a pipe closed with this process. Its own process group keeps Ctrl-C from it.
  const shell = spawn('sh', ['-c', 'cat; exec "$@"', 'sh', ...command], {
    cwd: tmpdir(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  return async () => {
    const ended = once(shell, 'exit')
    shell.ref()
    shell.stdin.end()
    await ended
  }
}

/** The server's user and group. */
export async function readPostgresIds(): Promise<[number, number]> {
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
