/** `npm run hub -- <command>`: what an operator does to a hub, whether it is running or not. */

import { runCommand } from './cli/commands.ts'
import { openExistingDb } from './cli/existing-db.ts'
import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { StartupError } from './platform/startup-error.ts'

const { env } = process

try {
  // Without a way to send mail this is the hub of `npm start`, beside its sandbox.
  const config = readConfig({ HUB_MODE: env.SMTP_URL ? 'production' : 'sandbox', ...env })
  process.exitCode = await runCommand(process.argv.slice(2), {
    config,
    clock: systemClock,
    openDb: () => openExistingDb(config),
    say: (line) => console.log(line),
  })
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
