/** Entry point of the hub: environment → config → context → app → listen. The only file that uses `process`. */
import { readConfig } from './config.ts'
import { createContext } from './context.ts'
import { seedDemo } from './demo.ts'
import { startHub } from './hub.ts'
import { StartupError } from './platform/startup-error.ts'

try {
  const config = readConfig(process.env)
  const context = await createContext(config)
  if (config.mode === 'sandbox') await seedDemo(context)
  const hub = await startHub(context)
  const drain = () => void hub.stop().then(() => process.exit(0))
  process.on('SIGTERM', drain)
  process.on('SIGINT', drain)
  process.on('SIGHUP', () => context.catalogue.reload())
  console.log(`Playhub is ready at ${config.http.publicUrl}`)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exit(1)
}
