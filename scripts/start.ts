/**
 * `npm start` builds what is stale and runs hub, sandbox and games; `npm start -- hub` and `npm start -- sandbox games`
 * run some parts.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { flushCompileCache } from 'node:module'
import { type Config, readConfig } from '@playhub/server/config'
import { prepareDataFolder } from '@playhub/server/data-folder'
import { demoOwner, demoPlayer } from '@playhub/server/demo'
import { StartupError } from '@playhub/server/startup-error'
import { buildStale } from './build.ts'

const partNames = ['sandbox', 'games', 'hub'] as const
type PartName = (typeof partNames)[number]

const mains: Record<PartName, string> = {
  sandbox: 'packages/sandbox/src/main.ts',
  games: 'scripts/games.ts',
  hub: 'apps/server/src/main.ts',
}

const env = process.env
env.HUB_MODE ??= 'sandbox'

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !partNames.some((part) => part === name))
if (unknown.length > 0) {
  console.error(
    `There is no part "${unknown.join('", "')}": name some of ${partNames.join(', ')}, or none for all.`,
  )
  process.exit(1)
}
const chosen = requested.length > 0 ? partNames.filter((part) => requested.includes(part)) : [...partNames]

const config = readConfigOrExit()
await buildStale()
const [only, ...others] = chosen
if (only && others.length === 0) {
  // A single part runs in this process, so a signal reaches it directly.
  await import(`../${mains[only]}`)
  flushCompileCache()
} else {
  await runTogether(chosen)
}

/** Every part reads the same environment, so its errors are reported once, here. */
function readConfigOrExit(): Config {
  try {
    const read = readConfig(env)
    // The sandbox and the games do not normalise it.
    if (env.PUBLIC_URL) env.PUBLIC_URL = read.http.publicUrl
    prepareDataFolder(read.dataDir)
    return read
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

async function runTogether(names: PartName[]): Promise<void> {
  const hubArgs = names.includes('games') ? ['--beside-games'] : []
  const children = names.map((name) => [name, startPart(name, name === 'hub' ? hubArgs : [])] as const)
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
      // A part exiting with 1 has printed the reason.
      if (!isStopping && code !== 1)
        console.error(`The ${name} part has exited (${signal ?? code}); stopping the other parts.`)
      stop(1)
    })
  }
  await Promise.all(children.map(([, child]) => untilReady(child)))
  if (!isStopping) console.log(banner(names))
}

function startPart(name: PartName, args: string[]): ChildProcess {
  return fork(mains[name], args, {
    env,
    execArgv: [...process.execArgv.filter(isHeapLimit), '--import', './scripts/exit-with-parent.ts'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

function isHeapLimit(option: string): boolean {
  return /^--(min|max)-/.test(option)
}

/** Resolves when the part prints its first line and so listens, or when it has exited. */
function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.stdout?.once('data', () => {
      child.stdout?.resume()
      resolve()
    })
    child.once('exit', () => resolve())
  })
}

function banner(names: PartName[]): string {
  const { mode, sandboxUrl, gamesUrl } = config
  const { publicUrl } = config.http
  const lines = [
    ['sandbox', `  Sandbox   ${sandboxUrl}   payments in flight, mailbox, sample game server`],
    ['games', `  Games     ${gamesUrl}   served from their own origin`],
    ['hub', `  API       ${publicUrl}/api/openapi.json`],
    // A staging hub has no demo player.
    [mode === 'sandbox' && 'hub', `  Demo      log in as ${demoPlayer.email} with ${demoPlayer.password}`],
    [
      mode === 'sandbox' && 'hub',
      `  Console   ${config.console.url}   log in as ${demoOwner.email} with ${demoOwner.password} and the code of ${demoOwner.secret}`,
    ],
    [mode !== 'production' && 'hub', '  Card      4242 4242 4242 4242, any date ahead, any CVC'],
    ['hub', `\nPlayhub is ready at ${publicUrl}`],
  ]
  return `\n${lines
    .filter(([part]) => names.some((name) => name === part))
    .map(([, line]) => line)
    .join('\n')}`
}
