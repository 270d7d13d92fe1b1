import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Load, measureByTurns, responsesPerSecond } from '../load.ts'
import { hashesPerSecond } from '../login.ts'
import { ports, startProcess } from '../processes.ts'
import { type Row, ratio } from '../report.ts'
import { createDatabase, password, postgresUrl, startSellingHubs } from '../selling-hubs.ts'

const rounds = 5
const betterAuth = { 'better-auth': '1.7.25', '@node-rs/argon2': '2.2.1', pg: '8.23.1' }

/** Sign-in by email beside better-auth with the same hash, on the same server of PostgreSQL, in turns. */
export async function benchPeers(): Promise<Row[]> {
  if (!postgresUrl) throw new Error('Set BENCH_DATABASE_URL to a PostgreSQL server, which all of them use')
  const folder = install('better-auth', betterAuth)
  const database = await createDatabase()
  const hubs = await startSellingHubs('postgres', 1)
  const url = `http://127.0.0.1:${ports.hub + 10}`
  const args = [`${folder}/`, String(ports.hub + 10), database.url]
  const peer = await startProcess('bench/src/peers/better-auth-server.ts', `${url}/readyz`, {}, args)
  try {
    // A player of the hub has a hundred login sessions at most, so several sign in.
    const emails = hubs.buyers.map(({ email }) => email)
    for (const email of emails)
      await post(`${url}/api/auth/sign-up/email`, { email, password, name: 'Buyer' })
    const ours = signIns(`${hubs.hubUrls[0]}/api/auth/login-by-email`, emails)
    const theirs = signIns(`${url}/api/auth/sign-in/email`, emails)
    for (const load of [ours, theirs]) await responsesPerSecond({ ...load, seconds: 2 })
    const rates = await measureByTurns(rounds, {
      ours: () => responsesPerSecond(ours),
      theirs: () => responsesPerSecond(theirs),
      hashes: hashesPerSecond,
    })
    return [
      ratio('sign-in by email: hub / better-auth with the same hash', rates.ours, rates.theirs, 1),
      ratio('sign-in by email: hub / raw hashes', rates.ours, rates.hashes, 0.9),
      ratio('sign-in by email: better-auth / raw hashes', rates.theirs, rates.hashes),
    ]
  } finally {
    await Promise.all([peer.stop(), hubs.close()])
    await database.drop()
  }
}

/** Installs a peer below `.cache`, which git ignores, without install scripts. @returns  its folder */
function install(name: string, packages: Record<string, string>): string {
  const folder = resolve('.cache/peers', name)
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: packages })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, manifest)
  if (!existsSync(`${folder}/node_modules`))
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  return folder
}

function signIns(url: string, emails: string[]): Load {
  const bodies = emails.map((email) => JSON.stringify({ email, password }))
  return { url, method: 'POST', headers: headersOf(url), bodies, connections: 64, seconds: 5 }
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers: headersOf(url), body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
}

/** As of a page of the same origin. */
const headersOf = (url: string) => ({ 'content-type': 'application/json', origin: new URL(url).origin })
