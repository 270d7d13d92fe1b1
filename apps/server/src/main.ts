/** Entry point of the hub: environment → config → context → app → listen. The only file that uses `process`. */
import { readConfig } from './config.ts'
import { createContext } from './context.ts'
import { seedDemo } from './demo.ts'
import { startHub } from './hub.ts'
import type { Log } from './platform/observability/log.ts'
import { StartupError } from './platform/startup-error.ts'

try {
  const config = readConfig(process.env)
  const context = await createContext(config)
  logFaultsOfProcess(context.log)
  if (config.mode === 'sandbox') await seedDemo(context)
  const hub = await startHub(context)
  const drain = () => void hub.stop().then(() => process.exit(0))
  process.on('SIGTERM', drain)
  process.on('SIGINT', drain)
  process.on('SIGHUP', () => context.catalogue.reload())
  const ready = `Playhub is ready at ${config.http.publicUrl}`
  // The sandbox runs in a terminal. In production every line is JSON; this one is written at any log level.
  console.log(config.mode === 'sandbox' ? ready : JSON.stringify({ level: 30, time: Date.now(), msg: ready }))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exit(1)
}

/** What Node would write as plain text. */
function logFaultsOfProcess(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'Warning of Node'))
  // Also called for promises that nobody handles. Nothing is known about the state of the process, so it ends.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The process failed')
    log.flush(() => process.exit(1))
  })
}
