/** The hub's entry point: environment → config → context → app → listen, in `HUB_WORKERS` processes. */
import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { type Config, readConfig } from './config.ts'
import { describeConsole } from './console-line.ts'
import { createContext } from './context.ts'
import { seedDemo } from './demo.ts'
import { startHub } from './hub.ts'
import { faultText } from './platform/fault-text.ts'
import { createLog, type Log } from './platform/observability/log.ts'
import { StartupError } from './platform/startup-error.ts'
import { keepSamplesPublished } from './sample-builds.ts'
import { runWorkers } from './workers.ts'

/** `npm start` runs another process, which serves the games. */
const runsBesideGames = process.argv.includes('--beside-games')

// Compiling these wrappers can end the process beside threads that start and end. See decision 159.
setFlagsFromString('--wasm-wrapper-tiering-budget=1000000000')

try {
  const config = readConfig(process.env)
  const reportReady = () => report(config, `Playhub is ready at ${config.http.publicUrl}`)
  if (config.workers > 1 && cluster.isPrimary)
    runWorkers(config.workers, createLog(config.logLevel), reportReady)
  else await runHub(config, cluster.isPrimary ? reportReady : undefined)
} catch (error) {
  console.error(error instanceof StartupError ? error.message : faultText(error, process.env))
  process.exit(1)
}

async function runHub(config: Config, onReady?: () => void): Promise<void> {
  // As process 1 of a container, it would ignore the signals. The database undoes an open migration.
  const stopStarting = () => process.exit(0)
  process.once('SIGTERM', stopStarting).once('SIGINT', stopStarting)
  const context = await createContext(config)
  logProcessFaults(context.log)
  if (config.mode === 'sandbox') {
    await seedDemo(context)
    // Other workers would publish the same at the same time.
    if (runsBesideGames && (cluster.worker?.id ?? 1) === 1) await keepSamplesPublished(context)
  }
  const hub = await startHub(context, runsBesideGames ? { servesGames: false } : {})
  const drain = () => void hub.stop().then(() => process.exit(0))
  process.off('SIGTERM', stopStarting).off('SIGINT', stopStarting)
  process.on('SIGTERM', drain)
  process.on('SIGINT', drain)
  process.on('SIGHUP', () => context.catalogue.reload())
  if ((cluster.worker?.id ?? 1) === 1) report(config, await describeConsole(context))
  onReady?.()
}

/** The sandbox runs in a terminal. In production every line is JSON; these are written at any log level. */
function report({ mode }: Config, msg: string): void {
  console.log(mode === 'sandbox' ? msg : JSON.stringify({ level: 30, time: Date.now(), msg }))
}

/** Output Node would write as plain text. */
function logProcessFaults(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'Warning of Node'))
  // Also called for unhandled promises. The process state is unknown, so it ends.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The process failed')
    log.flush(() => process.exit(1))
  })
}
