import { type Load, measureByTurns, responsesPerSecond } from '../load.ts'
import { hashesPerSecond } from '../login.ts'
import { ports, startProcess } from '../processes.ts'
import { type Row, ratio } from '../report.ts'
import { createDatabase, password, startSellingHubs } from '../selling-hubs.ts'
import { install } from './install.ts'

const rounds = 5
const port = ports.hub + 10
const packages = { 'better-auth': '1.7.25', '@node-rs/argon2': '2.2.1', pg: '8.23.1' }

/** Sign-in by email beside better-auth with the same hash, on the same server of PostgreSQL, in turns. */
export async function benchSignIns(): Promise<Row[]> {
  const folder = install('better-auth', packages)
  const database = await createDatabase()
  const hubs = await startSellingHubs('postgres', 1)
  const url = `http://127.0.0.1:${port}`
  const args = [folder, String(port), database.url]
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
