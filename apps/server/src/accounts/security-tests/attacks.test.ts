/** Every way in that we could think of: each is refused as it should be, changes nothing and leaves no secret behind. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../../testing/test-hub.ts'
import { calls } from './testing/attack-cases/calls.ts'
import { codes } from './testing/attack-cases/codes.ts'
import { flows } from './testing/attack-cases/flows.ts'
import { loginTokens } from './testing/attack-cases/login-tokens.ts'
import { mailboxes } from './testing/attack-cases/mailboxes.ts'
import { providerProofs } from './testing/attack-cases/provider-proofs.ts'
import { resetTickets } from './testing/attack-cases/reset-tickets.ts'
import { robotChecks } from './testing/attack-cases/robot-checks.ts'
import { takeRecord } from './testing/record.ts'

/** Whatever happens, the log knows no address, password, token, or key of a provider. */
const neverLogged = [
  /@(sandbox\.)?example/,
  /Playhub2030|Island2030/,
  /eyJ[\w-]+\.[\w-]+\.[\w-]*/,
  /sandbox_\w+_secret/,
]

const kinds = {
  'what providers are said to have said': providerProofs,
  'the way to a provider and back': flows,
  'codes from letters': codes,
  'tickets for a new password': resetTickets,
  'robot checks': robotChecks,
  'login tokens': loginTokens,
  'addresses that look alike': mailboxes,
  'calls that no client of ours makes': calls,
}

describe.each(Object.entries(kinds))('%s', (_kind, attacks) => {
  // The providers of the sandbox live now, so the hub does too; some attacks wait for a while.
  let hub: TestHub
  let end = async () => {}

  beforeAll(async () => {
    hub = await startTestHub({ now: new Date().toISOString(), onCleanup: (stop) => (end = stop) })
  })
  afterAll(() => end())
  beforeEach(() => hub.clock.advance(Math.max(0, Date.now() - hub.clock.now())))

  test.each(attacks)('$name', async ({ prepare, expected }) => {
    const loggedBefore = hub.logs().length
    const { strike, secrets = [] } = await prepare(hub)
    const before = await takeRecord(hub)
    expect(await strike()).toEqual(expected)
    expect(await takeRecord(hub)).toEqual(before)
    const log = hub.logs().slice(loggedBefore)
    for (const pattern of neverLogged) expect(log).not.toMatch(pattern)
    for (const secret of secrets) expect(log).not.toContain(secret)
    expect(log).not.toContain('"level":50')
  })
})
