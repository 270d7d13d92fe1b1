import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Ports of the bench's own, away from a hub that may be running: 26 from `BENCH_PORT` on. */
const base = Number(process.env.BENCH_PORT ?? 3400)
export const ports = { hub: base, sandbox: base + 1, games: base + 2, smtp: base + 25, ceilings: base + 10 }
export const hubUrl = `http://127.0.0.1:${ports.hub}`

export type Part = { process: ChildProcess; stop(): Promise<void> }

/** A fresh hub, sandbox and games on a new database, each in a process of its own. */
export async function startWorld(env: Record<string, string | undefined> = {}): Promise<Part> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const part = await startPart('scripts/start.ts', `${hubUrl}/readyz`, {
    PORT: String(ports.hub),
    SANDBOX_PORT: String(ports.sandbox),
    GAMES_PORT: String(ports.games),
    SMTP_PORT: String(ports.smtp),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...env,
  })
  return {
    ...part,
    stop: async () => {
      await part.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a script and waits until its door answers. */
export async function startPart(
  script: string,
  door: string,
  env: Record<string, string | undefined>,
  args: string[] = [],
): Promise<Part> {
  const child = fork(script, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (child.exitCode === null) {
    const answer = await fetch(door).catch(() => undefined)
    if (answer?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (child.exitCode !== null) throw new Error(`${script} ended before it answered`)
  return {
    process: child,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** CPU time that the main thread of a process has used, from the system's own books; 0 where there are none. */
export function mainThreadMs({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return ticks * 10
  } catch {
    return 0
  }
}
