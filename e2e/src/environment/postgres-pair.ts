/** A test's own primary and synchronous standby, behind HAProxy with `deploy/haproxy.cfg`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '@playhub/test-kit/free-ports'
import {
  postgresPrograms,
  readPostgresIds,
  runAsPostgres,
  runStatement,
} from '@playhub/test-kit/postgres/postgres-server'
import { temporaryFolder } from './content.ts'
import { listChildPids, root, waitUntil } from './environment.ts'

export type PostgresPair = {
  /** Leads to whichever server is the primary. */
  url: string
  /** Kills every primary process with SIGKILL. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary, as an operator or Patroni does. */
  promoteStandby(): Promise<void>
  /** Makes the killed server the other's synchronous standby. */
  rebuildStandby(): Promise<void>
  /** Queries the primary. */
  query<Row extends Record<string, unknown>>(statement: string): Promise<Row[]>
  close(): Promise<void>
}

type Server = { port: number; dataDir: string; log: string }

/** @param haproxy  Path to HAProxy. */
export async function startPostgresPair(haproxy: string): Promise<PostgresPair> {
  const [proxyPort, ...ports] = (await freePorts(3)) as [number, number, number]
  const dir = temporaryFolder('postgres-pair')
  if (process.getuid?.() === 0) chownSync(dir, ...(await readPostgresIds()))
  const servers = ports.map(
    (port): Server => ({ port, dataDir: join(dir, `data-${port}`), log: join(dir, `log-${port}`) }),
  ) as [Server, Server]
  let [primary, standby] = servers

  await program(
    'initdb',
    '--no-sync',
    '--data-checksums',
    '--auth=trust',
    '--username=postgres',
    primary.dataDir,
  )
  // pg_rewind reads back to the checkpoint before the fork.
  appendFileSync(join(primary.dataDir, 'postgresql.conf'), "wal_keep_size = '1GB'\n")
  await start(primary)
  await query('create role playhub_check login')
  await program(
    'pg_basebackup',
    '--write-recovery-conf',
    '--checkpoint=fast',
    ...from(primary),
    `--pgdata=${standby.dataDir}`,
  )
  await start(standby)
  await commitOnBoth()
  const proxy = await startHaproxy(haproxy, dir, proxyPort, ports)

  /** Only once the standby follows, because commits wait for it from then on. */
  async function commitOnBoth(): Promise<void> {
    await standbyIs(`state = 'streaming'`)
    await query(`alter system set synchronous_standby_names = '*'`)
    await query('select pg_reload_conf()')
    await standbyIs(`sync_state = 'sync'`)
  }

  function standbyIs(condition: string): Promise<true> {
    return waitUntil(async () => {
      const rows = await query(`select 1 from pg_stat_replication where ${condition}`)
      return rows.length > 0 || undefined
    }, `a standby whose ${condition}`)
  }

  function query<Row extends Record<string, unknown>>(statement: string): Promise<Row[]> {
    return runStatement<Row>(toDatabaseUrl(primary.port), statement)
  }

  return {
    url: toDatabaseUrl(proxyPort),
    query,
    async killPrimary() {
      const postmaster = readPostmasterPid(primary)
      const pids = [postmaster, ...listChildPids(postmaster)]
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      await waitUntil(
        async () => !pids.some((pid) => existsSync(`/proc/${pid}`)) || undefined,
        'the end of the primary',
      )
    },
    async promoteStandby() {
      await control(standby, 'promote')
      ;[primary, standby] = [standby, primary]
    },
    async rebuildStandby() {
      // pg_rewind needs a checkpoint to see the primary's new timeline.
      await query('checkpoint')
      await program(
        'pg_rewind',
        '--write-recovery-conf',
        '--no-sync',
        `--target-pgdata=${standby.dataDir}`,
        `--source-server=host=127.0.0.1 port=${primary.port} user=postgres dbname=postgres`,
      )
      await start(standby)
      await commitOnBoth()
    },
    async close() {
      proxy.kill('SIGTERM')
      if (proxy.exitCode === null) await once(proxy, 'exit')
      for (const server of servers) await control(server, 'stop', '--mode=immediate').catch(() => {})
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const from = ({ port }: Server) => ['--host=127.0.0.1', `--port=${port}`, '--username=postgres']

function start(server: Server): Promise<void> {
  return control(
    server,
    'start',
    `--log=${server.log}`,
    `--options=-p ${server.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`,
  )
}

function control({ dataDir }: Server, ...args: string[]): Promise<void> {
  return program('pg_ctl', '--pgdata', dataDir, '--wait', ...args)
}

function program(name: string, ...args: string[]): Promise<void> {
  return runAsPostgres(join(postgresPrograms() as string, name), ...args)
}

const toDatabaseUrl = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

const readPostmasterPid = ({ dataDir }: Server) =>
  Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])

async function startHaproxy(haproxy: string, dir: string, port: number, [one, other]: number[]) {
  const file = join(dir, 'haproxy.cfg')
  const configuration = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
    .replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:5432', `127.0.0.1:${one}`)
    .replace('10.0.0.12:5432', `127.0.0.1:${other}`)
  writeFileSync(file, configuration)
  return spawn(haproxy, ['-f', file, '-db'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
