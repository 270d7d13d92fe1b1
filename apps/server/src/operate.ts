/** `npm run hub -- <command>`: what an operator does to a hub, whether it is running or not. */
import { readConfig } from './config.ts'
import { runCommand } from './operate/commands.ts'
import { openExistingDb } from './operate/existing-db.ts'
import { systemClock } from './platform/clock.ts'
import { StartupProblem } from './platform/startup-problem.ts'

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
  if (!(error instanceof StartupProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
