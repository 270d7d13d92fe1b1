/**
 * Medusa set up as documented on PostgreSQL, with its default modules and without its admin pages. `medusa.ts` forks
 * it with its package folder, a port, a database, and an administrator's email and password.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const [folder = '', port, databaseUrl, email = '', password = ''] = process.argv.slice(2)
const origins = { storeCors: '*', adminCors: '*', authCors: '*' }
const config = {
  admin: { disable: true },
  projectConfig: {
    databaseUrl,
    databaseDriverOptions: { ssl: false },
    http: { ...origins, jwtSecret: 'bench', cookieSecret: 'bench' },
  },
}
process.chdir(folder)
writeFileSync(
  'medusa-config.js',
  `module.exports = require('@medusajs/framework/utils').defineConfig(${JSON.stringify(config)})`,
)
const medusa = (...args: string[]) =>
  execFileSync(process.execPath, ['node_modules/.bin/medusa', ...args], { stdio: 'ignore' })
medusa('db:migrate', '--execute-safe-links', '--skip-scripts')
medusa('user', '--email', email, '--password', password)
const { default: start } = createRequire(folder)('@medusajs/medusa/commands/start')
await start({ directory: folder, port, host: '127.0.0.1' })
