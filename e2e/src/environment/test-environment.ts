/** A hub with its outside world, as `npm start` runs them, on ports and a database of a test's own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../../scripts/free-ports.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export type Letter = { id: string; subject: string; text: string }

export type World = {
  hubUrl: string
  sandboxUrl: string
  gamesUrl: string
  /** What its processes were started with. */
  env: NodeJS.ProcessEnv
  /** Every hub of the same database; the first is `hubUrl`, where the outside world calls. */
  hubUrls: string[]
  /** Kills a hub's process outright, as a power cut would. */
  killHub(place?: number): Promise<void>
  startHub(place?: number): Promise<void>
  /** The newest letter to an address, waiting for it to arrive; another one than `seen`, when that is given. */
  letterTo(address: string, seen?: Letter): Promise<Letter>
  close(): Promise<void>
}

/** @param hubCount  More than one need a `DATABASE_URL` of PostgreSQL in `extra`. */
export async function startWorld(extra: Record<string, string> = {}, hubCount = 1): Promise<World> {
  const [port, sandboxPort, gamesPort, smtpPort, ...otherPorts] = await freePorts(3 + hubCount)
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-e2e-'))
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SANDBOX_PORT: String(sandboxPort),
    GAMES_PORT: String(gamesPort),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    ...extra,
  }
  const ports = [port, ...otherPorts]
  const hubUrls = ports.map((each) => `http://localhost:${each}`)
  const hubUrl = `http://localhost:${port}`
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const gamesUrl = `http://localhost:${gamesPort}`
  const outside = start(['sandbox', 'games'], env)
  const hubs: ChildProcess[] = []
  async function startHub(place = 0): Promise<void> {
    const hub = start(['hub'], { ...env, PORT: String(ports[place]) })
    hubs[place] = hub
    await answers(`${hubUrls[place]}/readyz`, hub)
  }
  async function close(): Promise<void> {
    for (const part of [...hubs, outside]) part.kill('SIGTERM')
    await Promise.all([...hubs, outside].map(ended))
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await Promise.all([answers(`${sandboxUrl}/`, outside), answers(`${gamesUrl}/`, outside), startHub()])
    // The first has made the tables.
    for (const place of otherPorts.keys()) await startHub(place + 1)
  } catch (error) {
    await close()
    throw error
  }

  return {
    hubUrl,
    hubUrls,
    sandboxUrl,
    gamesUrl,
    env,
    async killHub(place = 0) {
      const hub = hubs[place] as ChildProcess
      hub.kill('SIGKILL')
      await ended(hub)
    },
    startHub,
    letterTo: (address, seen) =>
      eventually(async () => {
        const letters = await fetch(`${sandboxUrl}/mail/messages?to=${encodeURIComponent(address)}`)
        const [newest] = (await letters.json()) as Letter[]
        return newest?.id === seen?.id ? undefined : newest
      }, `a letter to ${address}`),
    close,
  }
}

function start(parts: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['scripts/start.ts', ...parts], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function answers(url: string, part: ChildProcess): Promise<void> {
  await eventually(
    async () => {
      if (part.exitCode !== null) throw new Error(`The part behind ${url} has ended with ${part.exitCode}`)
      const response = await fetch(url).catch(() => undefined)
      return response?.ok || undefined
    },
    url,
    startPatienceMs,
  )
}

export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

const usualPatienceMs = 60_000
/** Several worlds may start at once on one machine. */
const startPatienceMs = 150_000
const glanceMs = 50

/**
 * Looks until there is something to see. The outside world has its own time, so a journey can only look again.
 * @throws Error that names what did not come in time.
 */
export async function eventually<T>(
  look: () => Promise<T | undefined>,
  what: string,
  patienceMs = usualPatienceMs,
): Promise<T> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const seen = await look()
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, glanceMs))
  }
  throw new Error(`Waited in vain for ${what}`)
}
