/** Entry point of the hub: environment → config → context → app → listen, in `HUB_WORKERS` processes. */
import cluster from 'node:cluster'
import { type Config, readConfig } from './config.ts'
import { createContext } from './context.ts'
import { seedDemo } from './demo.ts'
import { startHub } from './hub.ts'
import { StartupError } from './platform/startup-error.ts'
import { runWorkers } from './workers.ts'

try {
  const config = readConfig(process.env)
  const reportReady = () => console.log(`Playhub is ready at ${config.http.publicUrl}`)
  if (config.workers > 1 && cluster.isPrimary) runWorkers(config.workers, reportReady)
  else await runHub(config, cluster.isPrimary ? reportReady : undefined)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exit(1)
}

async function runHub(config: Config, onReady?: () => void): Promise<void> {
  const context = await createContext(config)
  if (config.mode === 'sandbox') await seedDemo(context)
  const hub = await startHub(context)
  const drain = () => void hub.stop().then(() => process.exit(0))
  process.on('SIGTERM', drain)
  process.on('SIGINT', drain)
  process.on('SIGHUP', () => context.catalogue.reload())
  onReady?.()
}
