/** Runs all security cases: each attack gets the expected refusal, changes no data and logs no secrets. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../../support/test-hub.ts'
import { captchas } from './cases/captchas.ts'
import { codes } from './cases/codes.ts'
import { emailAddresses } from './cases/email-addresses.ts'
import { loginTokens } from './cases/login-tokens.ts'
import { oauthFlows } from './cases/oauth-flows.ts'
import { requests } from './cases/requests.ts'
import { resetTickets } from './cases/reset-tickets.ts'
import { snapshotDatabase } from './database-snapshot.ts'

/** Emails, passwords, tokens and provider secrets. */
const neverLogged = [
  /@(sandbox\.)?example/,
  /Playhub2030|Island2030|WrongGuess|\$argon2id/,
  /eyJ[\w-]+\.[\w-]+\.[\w-]*/,
  /sandbox_\w+_secret/,
]

const cases = {
  'OAuth flows': oauthFlows,
  codes: codes,
  'reset tickets': resetTickets,
  captchas: captchas,
  'login tokens': loginTokens,
  'email addresses that look alike': emailAddresses,
  'malformed and cross-site requests': requests,
}

describe.each(Object.entries(cases))('%s', (_topic, topicCases) => {
  // The sandbox's providers use the real time, so the hub starts with it; some cases advance the clock.
  let hub: TestHub
  let end = async () => {}

  beforeAll(async () => {
    hub = await startTestHub({ now: new Date().toISOString(), onCleanup: (stop) => (end = stop) })
  })
  afterAll(() => end())
  beforeEach(() => hub.clock.advance(Math.max(0, Date.now() - hub.clock.now())))

  test.each(topicCases)('$name', async ({ prepare, expected }) => {
    const loggedBefore = hub.logs().length
    const { attack, secrets = [] } = await prepare(hub)
    const before = await snapshotDatabase(hub)
    expect(await attack()).toEqual(expected)
    expect(await snapshotDatabase(hub)).toEqual(before)
    const log = hub.logs().slice(loggedBefore)
    for (const pattern of neverLogged) expect(log).not.toMatch(pattern)
    for (const secret of secrets) expect(log).not.toContain(secret)
    expect(log).not.toContain('"level":50')
  })
})
