import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Context } from '@playhub/server/context'

/** First of 26 ports, set by `BENCH_PORT`, so the bench can run beside a hub. */
const base = Number(process.env.BENCH_PORT ?? 3400)
export const ports = { hub: base, sandbox: base + 1, games: base + 2, smtp: base + 25, baselines: base + 10 }
export const hubUrl = `http://127.0.0.1:${ports.hub}`

/** Folder of the measured hub: this one, or another commit's (`compare.ts`). */
const hubFolder = resolve(process.env.BENCH_HUB_FOLDER ?? '.')

export type ServerProcess = { process: ChildProcess; stop(): Promise<void> }

/** Starts hub, sandbox and games on a new database. */
export async function startHubWithSandbox(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const part = await startProcess('scripts/start.ts', `${hubUrl}/readyz`, {
    PORT: String(ports.hub),
    SANDBOX_PORT: String(ports.sandbox),
    GAMES_PORT: String(ports.games),
    SMTP_PORT: String(ports.smtp),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...settings,
  })
  return {
    ...part,
    stop: async () => {
      await part.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Same flags as package.json's start scripts; same environment as the image and the systemd unit. */
const nodeOptions = [
  ...['--min-semi-space-size=8', '--max-semi-space-size=8', '--heap-growing-percent=30'],
  '--max-old-space-size=1024',
  ...['--import', './scripts/require-node.mjs'],
]

/** The measured hub's own context. */
export async function createHubContext(env: Record<string, string | undefined>): Promise<Context> {
  const { readConfig } = await importFromHub<typeof import('@playhub/server/config')>('config')
  const { createContext } = await importFromHub<typeof import('@playhub/server/context')>('context')
  return createContext(readConfig({ CONTENT_DIR: join(hubFolder, 'content'), ...env }))
}

const importFromHub = <Module>(name: string): Promise<Module> =>
  import(join(hubFolder, 'apps/server/src', `${name}.ts`))

/** Starts a script of the hub or of the bench, and waits until `readyUrl` responds. */
export async function startProcess(
  script: string,
  readyUrl: string,
  env: Record<string, string | undefined>,
  args: string[] = [],
): Promise<ServerProcess> {
  const child = fork(script, args, {
    cwd: script.startsWith('bench/') ? '.' : hubFolder,
    env: { MALLOC_ARENA_MAX: '2', ...process.env, ...env },
    execArgv: nodeOptions,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (child.exitCode === null) {
    const response = await fetch(readyUrl).catch(() => undefined)
    if (response?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (child.exitCode !== null) throw new Error(`${script} exited before it was ready`)
  return {
    process: child,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Peak resident memory in MB. */
export const peakMemoryMb = (process: ChildProcess): number => memoryMb(process, 'VmHWM')

/** Current resident memory in MB. */
export const residentMb = (process: ChildProcess): number => memoryMb(process, 'VmRSS')

/** Reads /proc; 0 where it does not exist. */
function memoryMb({ pid }: ChildProcess, field: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

/** Main-thread CPU time from /proc; 0 where it does not exist. */
export const mainThreadMs = ({ pid }: ChildProcess): number => readCpuMs(`/proc/${pid}/task/${pid}/stat`)

function readCpuMs(statFile: string): number {
  try {
    const fields = readFileSync(statFile, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return ticks * 10
  } catch {
    return 0
  }
}
