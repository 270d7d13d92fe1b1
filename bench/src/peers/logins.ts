import { measureByTurns, responsesPerSecond } from '../load.ts'
import { hashesPerSecond } from '../login.ts'
import { ports, startProcess } from '../processes.ts'
import { type Row, ratio } from '../report.ts'
import {
  createDatabase,
  createLoginPlayers,
  loginEmails,
  loginsOn,
  password,
  startSellingHub,
} from '../selling-hub.ts'
import { install } from './install.ts'

const runs = 5
const connections = 64
const seconds = 5
const port = ports.hub + 10
const packages = { 'better-auth': '1.7.25', '@node-rs/argon2': '2.2.1', pg: '8.23.1' }

/** Email login compared with better-auth, with the same hash on the same PostgreSQL server, interleaved. */
export async function benchLogins(): Promise<Row[]> {
  const folder = install('better-auth', packages)
  const database = await createDatabase()
  const hub = await startSellingHub('postgres', createLoginPlayers)
  const url = `http://127.0.0.1:${port}`
  const args = [folder, String(port), database.url]
  const peer = await startProcess('bench/src/peers/better-auth-server.ts', `${url}/readyz`, {}, args)
  try {
    for (const email of loginEmails)
      await post(`${url}/api/auth/sign-up/email`, { email, password, name: 'Player' })
    const { hubUrl } = hub
    const ours = { ...loginsOn(hubUrl), connections, seconds }
    const theirs = { ...ours, url: `${url}/api/auth/sign-in/email`, headers: createHeaders(url) }
    for (const load of [ours, theirs]) await responsesPerSecond({ ...load, seconds: 2 })
    const rates = await measureByTurns(runs, {
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
    await Promise.all([peer.stop(), hub.close()])
    await database.drop()
  }
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: createHeaders(url),
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
}

/** Same-origin request headers. */
const createHeaders = (url: string) => ({ 'content-type': 'application/json', origin: new URL(url).origin })
