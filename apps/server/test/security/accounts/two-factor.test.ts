/** An attacker who knows the password and controls many networks guesses codes. */
import { expect } from 'vitest'
import { DAY_MS } from '../../../src/platform/clock.ts'
import { createAuthenticator } from '../../support/accounts/authenticator.ts'
import { openBrowser } from '../../support/accounts/browser.ts'
import { enterCode, startLogin, turnOn } from '../../support/accounts/two-factor.ts'
import { test } from '../../support/hub-test.ts'
import { toOutcome } from '../../support/registration.ts'
import type { Player, TestHub } from '../../support/test-hub.ts'

const behindProxy = test.extend('hubOptions', { env: { TRUST_PROXY: 'true' } })
const from = (network: number) => ({ 'x-forwarded-for': `198.51.${network >> 8}.${network & 255}` })
const wrongCode = '000000'

/** Enters wrong codes, five per ticket and each from another network. @returns  how many the hub has compared */
async function guess(hub: TestHub, player: Player, count: number): Promise<number> {
  let compared = 0
  let ticket = ''
  for (let network = 0; network < count; network++) {
    if (network % 5 === 0) ticket = await startLogin(hub, player)
    const outcome = await enterCode(hub, ticket, wrongCode, from(network))
    if (outcome === 'SECOND_FACTOR_CODE_INCORRECT') compared += 1
  }
  return compared
}

behindProxy('five wrong codes end a ticket, from whichever networks', async ({ hub, player }) => {
  const { appCode } = await turnOn(hub, player)
  const ticket = await startLogin(hub, player)
  for (let network = 0; network < 5; network++) {
    expect(await enterCode(hub, ticket, wrongCode, from(network))).toBe('SECOND_FACTOR_CODE_INCORRECT')
  }
  expect(await enterCode(hub, ticket, appCode())).toBe('SECOND_FACTOR_TICKET_INVALID')
})

behindProxy('parallel codes do not exceed the limit of a ticket', async ({ hub, player }) => {
  await turnOn(hub, player)
  const ticket = await startLogin(hub, player)
  const guesses = Array.from({ length: 40 }, (_, network) => enterCode(hub, ticket, wrongCode, from(network)))
  const outcomes = await Promise.all(guesses)
  expect(outcomes.filter((outcome) => outcome === 'SECOND_FACTOR_CODE_INCORRECT')).toHaveLength(5)
})

behindProxy(
  'new networks together have 20 codes a day, and the owner logs in from a network of an earlier login',
  async ({ hub, player }) => {
    const { appCode } = await turnOn(hub, player)
    expect(await guess(hub, player, 60)).toBe(20)
    expect(await enterCode(hub, await startLogin(hub, player), appCode(), from(200))).toBe(
      'SECOND_FACTOR_RECOVERY_CODE_REQUIRED',
    )
    expect(await enterCode(hub, await startLogin(hub, player), appCode())).toBe('ok')
    hub.clock.advance(DAY_MS)
    expect(await guess(hub, player, 30)).toBe(20)
  },
)

behindProxy(
  'recovery codes, passkeys and providers work from a new network all the time',
  async ({ hub, player }) => {
    const authenticator = createAuthenticator(hub)
    const options = (await hub.callOk('POST /me/passkeys/options', { as: player })).data.result
    const body = { name: 'Key', response: authenticator.create(options) }
    await hub.callOk('POST /me/passkeys', { as: player, body })
    const browser = openBrowser(hub)
    await browser.completeFlow(await browser.openLink(player), 'google', 'anna')
    const { appCode, recoveryCodes } = await turnOn(hub, player)
    await guess(hub, player, 25)

    const challenge = (await hub.callOk('POST /auth/passkey/options')).data.result
    const response = authenticator.get(challenge)
    const byPasskey = await hub.call('POST /auth/passkey/login', { body: { response }, headers: from(200) })
    expect(toOutcome(byPasskey)).toBe('ok')
    const another = openBrowser(hub)
    expect(await another.completeFlow(await another.open(), 'google', 'anna')).toMatchObject({
      status: 'signed-in',
    })
    const [code = ''] = recoveryCodes
    expect(await enterCode(hub, await startLogin(hub, player), code, from(201))).toBe('ok')
    // These networks have an earlier login now.
    expect(await enterCode(hub, await startLogin(hub, player), appCode(), from(201))).toBe('ok')
  },
)

behindProxy('a stolen login token adds no guesses', async ({ hub, player }) => {
  await turnOn(hub, player)
  await guess(hub, player, 25)
  const body = { password: player.password, code: wrongCode }
  const reauthentication = await hub.call('POST /me/reauthentication/password', {
    as: player,
    body,
    headers: from(200),
  })
  expect(toOutcome(reauthentication)).toBe('SECOND_FACTOR_RECOVERY_CODE_REQUIRED')
})
