/**
 * Runs the hub and the world around it: `npm start`, or some parts alone: `npm start -- hub`,
 * `npm start -- sandbox games`. Builds what is stale first.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { demoPlayer } from '../apps/server/src/demo.ts'
import { buildStale } from './build.ts'

const partNames = ['sandbox', 'games', 'hub'] as const
type PartName = (typeof partNames)[number]

const mains: Record<PartName, string> = {
  sandbox: 'packages/sandbox/src/main.ts',
  games: 'games/server.ts',
  hub: 'apps/server/src/main.ts',
}

const env = process.env
env.HUB_MODE ??= 'sandbox'
// Compiling is a third of a start: what was compiled once is kept.
env.NODE_COMPILE_CACHE ??= resolve('.cache/compiled')
const { PORT = '3000', SANDBOX_PORT = '3001', GAMES_PORT = '3002' } = env
const publicUrl = env.PUBLIC_URL ?? `http://localhost:${PORT}`
const sandboxUrl = `http://localhost:${SANDBOX_PORT}`
const gamesUrl = `http://localhost:${GAMES_PORT}`

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !partNames.some((part) => part === name))
if (unknown.length > 0) {
  console.error(
    `There is no part "${unknown.join('", "')}": name some of ${partNames.join(', ')}, or none for all.`,
  )
  process.exit(1)
}
const chosen = asked.length > 0 ? partNames.filter((part) => asked.includes(part)) : [...partNames]

await buildStale()
const [only, ...others] = chosen
if (only && others.length === 0) {
  // Alone, a part is this very process: whoever kills it kills it whole.
  enableCompileCache(env.NODE_COMPILE_CACHE)
  await import(`../${mains[only]}`)
  flushCompileCache()
} else {
  await runTogether(chosen)
}

async function runTogether(names: PartName[]): Promise<void> {
  const children = names.map((name) => [name, startPart(name)] as const)
  let isStopping = false
  const stop = (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    process.exitCode = exitCode
    for (const [, child] of children) child.kill('SIGTERM')
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  for (const [name, child] of children) {
    child.once('exit', (code, signal) => {
      if (!isStopping) console.error(`The ${name} part has ended (${signal ?? code}), so everything stops.`)
      stop(1)
    })
  }
  await Promise.all(children.map(([name, child]) => answers(name, child)))
  if (!isStopping) console.log(banner(names))
}

function startPart(name: PartName): ChildProcess {
  return fork(mains[name], {
    env,
    execArgv: ['--import', './scripts/leave-with-parent.ts'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** Waits until a part answers its door, or has ended with its own words about why. */
async function answers(name: PartName, child: ChildProcess): Promise<void> {
  const door = { hub: `http://localhost:${PORT}/readyz`, sandbox: sandboxUrl, games: gamesUrl }[name]
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(door).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function banner(names: PartName[]): string {
  const lines = [
    ['sandbox', `  Sandbox   ${sandboxUrl}   payments in flight, mailbox, sample game server`],
    ['games', `  Games     ${gamesUrl}   served from their own origin`],
    ['hub', `  API       ${publicUrl}/api/openapi.json`],
    ['hub', `  Demo      sign in as ${demoPlayer.email} with ${demoPlayer.password}`],
    ['hub', `  Card      4242 4242 4242 4242, any date ahead, any CVC\n`],
    ['hub', `Playhub is ready at ${publicUrl}`],
  ]
  return `\n${lines
    .filter(([part]) => names.some((name) => name === part))
    .map(([, line]) => line)
    .join('\n')}`
}
