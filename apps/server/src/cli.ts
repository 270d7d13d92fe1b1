/** `npm run hub -- <command>`: operator commands, for a running or a stopped hub. */
import { userInfo } from 'node:os'
import { runCommand } from './cli/commands.ts'
import { openExistingDb } from './cli/operator.ts'
import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { withQueryTimeout } from './platform/database/postgres-driver.ts'
import { StartupError } from './platform/startup-error.ts'

const { env } = process

try {
  // Without SMTP_URL it is the hub that `npm start` runs with the sandbox.
  const config = readConfig({ HUB_MODE: env.SMTP_URL ? 'production' : 'sandbox', ...env })
  // Reports may read a whole table.
  process.exitCode = await withQueryTimeout(0, () =>
    runCommand(process.argv.slice(2), {
      config,
      clock: systemClock,
      openDb: () => openExistingDb(config),
      print: (line) => console.log(line),
      user: userName(),
    }),
  )
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: error.message }, null, 2))
  else console.error(error.message)
  process.exitCode = 1
}

function userName(): string {
  if (env.SUDO_USER) return env.SUDO_USER
  try {
    return userInfo().username
  } catch {
    // In a container the user id may have no name.
    return `uid ${process.getuid?.()}`
  }
}
