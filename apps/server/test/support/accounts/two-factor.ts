/** Actions by a player with an authenticator app. */
import { TOTP } from 'otpauth'
import { SECOND_MS } from '../../../src/platform/clock.ts'
import { toOutcome } from '../registration.ts'
import type { Player, TestHub } from '../test-hub.ts'

export const periodMs = 30 * SECOND_MS

/** Turns two-factor on, as a player with an authenticator app does. */
export async function turnOn(hub: TestHub, player: Player) {
  const { data } = await hub.callOk('POST /me/second-factor/setup', { as: player })
  const { secret } = data.result
  /** The app's current code. */
  const appCode = () => new TOTP({ secret }).generate({ timestamp: hub.clock.now() })
  const turnedOn = await hub.callOk('POST /me/second-factor', { as: player, body: { code: appCode() } })
  hub.clock.advance(periodMs)
  return { appCode, recoveryCodes: turnedOn.data.result.recoveryCodes }
}

export const logIn = (hub: TestHub, { email, password }: Player) =>
  hub.call('POST /auth/login-by-email', { body: { email, password } })

/** The ticket from a login with the correct password. */
export async function startLogin(hub: TestHub, player: Player): Promise<string> {
  const { body } = await logIn(hub, player)
  return String((body as { details?: { ticket?: string } }).details?.ticket)
}

export const enterCode = async (
  hub: TestHub,
  ticket: string,
  code: string,
  headers?: Record<string, string>,
) =>
  toOutcome(
    await hub.call('POST /auth/second-factor', { body: { ticket, code }, ...(headers && { headers }) }),
  )
