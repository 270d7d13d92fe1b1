/**
 * better-auth set up as documented: email and password on PostgreSQL, with the hub's hash instead of scrypt, and
 * without its rate limit. `logins.ts` forks it with its package folder, a port and a database.
 */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const [folder = '', port, connectionString] = process.argv.slice(2)
const { resolve } = createRequire(folder)
// biome-ignore lint/suspicious/noExplicitAny: the packages are installed on demand, so their types are unknown here
const load = (name: string): Promise<any> => import(resolve(name))

const { betterAuth } = await load('better-auth')
const { toNodeHandler } = await load('better-auth/node')
const { getMigrations } = await load('better-auth/db/migration')
const { hash, verify } = await load('@node-rs/argon2')
const { default: pg } = await load('pg')

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const options = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'of the bench, which nobody else can reach',
  database: new pg.Pool({ connectionString, max: 10 }),
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password: string) => hash(password, cost),
      verify: (given: { hash: string; password: string }) => verify(given.hash, given.password),
    },
  },
}
const { runMigrations } = await getMigrations(options)
await runMigrations()
const handle = toNodeHandler(betterAuth(options))
createServer((request, response) => {
  if (request.url === '/readyz') response.end('ready')
  else handle(request, response)
}).listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
