/** `npm run hub -- <command>`: operator commands, for a running or a stopped hub. */
import { userInfo } from 'node:os'
import { runCommand } from './cli/commands.ts'
import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { faultText } from './platform/fault-text.ts'
import { StartupError } from './platform/startup-error.ts'

const { env } = process

process.on('uncaughtException', (error) => {
  fail(error)
  process.exit()
})

try {
  // Without SMTP_URL, `npm start` runs the hub with the sandbox.
  const config = readConfig({ HUB_MODE: env.SMTP_URL ? 'production' : 'sandbox', ...env })
  process.exitCode = await runCommand(process.argv.slice(2), {
    config,
    clock: systemClock,
    // Loads the drivers, which some commands do not need.
    openDb: async () => (await import('./platform/database/existing-database.ts')).openExistingDb(config),
    print: (line) => console.log(line),
    user: userName(),
  })
} catch (error) {
  fail(error)
}

function fail(error: unknown): void {
  process.exitCode = 1
  if (!(error instanceof StartupError)) console.error(faultText(error, env))
  else if (process.argv.includes('--json')) console.log(JSON.stringify({ error: error.message }, null, 2))
  else console.error(error.message)
}

function userName(): string {
  if (env.SUDO_USER) return env.SUDO_USER
  try {
    return userInfo().username
  } catch {
    // A container's user id may have no name.
    return `uid ${process.getuid?.()}`
  }
}
