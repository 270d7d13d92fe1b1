/** Operators in tests: added by a command, set up by their link. */
import { TOTP } from 'otpauth'
import {
  completePasswordLogin,
  confirmApp,
  enterPassword,
  type OperatorClient,
  startApp,
  startPasswordLogin,
} from '../../../src/operators/index.ts'
import { periodMs } from '../accounts/two-factor.ts'
import { runOnHub } from '../run-on-hub.ts'
import type { TestHub } from '../test-hub.ts'

export const operatorPassword = 'lighthouse at noon'

export const client = (ip = '203.0.113.7'): OperatorClient => ({
  ip,
  userAgent: 'Test browser',
  isAborted: () => false,
})

/** Adds an operator by a command. @returns  the token of the printed link */
export async function invite(hub: TestHub, email: string, options = '--role owner'): Promise<string> {
  const { printed } = await runOnHub(hub, `operators add ${email} ${options} --by olga --json`)
  return toToken(printed)
}

/** The token of a link printed by a command as JSON. */
export function toToken(printed: string): string {
  const { data, url = data?.result.link ?? '' } = JSON.parse(printed) as {
    url?: string
    data?: { result: { link: string } }
  }
  return url.slice(url.lastIndexOf('/') + 1)
}

export type ReadyOperator = { email: string; recoveryCodes: string[]; appCode(): string }

/** Completes a set-up with an authenticator app. */
export async function setUpByApp(hub: TestHub, email: string, token: string): Promise<ReadyOperator> {
  const { deps } = hub.context.operators
  await enterPassword(deps, token, operatorPassword)
  const { secret } = await startApp(deps, token)
  const appCode = () => new TOTP({ secret }).generate({ timestamp: hub.clock.now() })
  const recoveryCodes = await confirmApp(deps, token, appCode())
  hub.clock.advance(periodMs)
  return { email, recoveryCodes, appCode }
}

export async function addReadyOperator(
  hub: TestHub,
  email = 'anna@example.org',
  options?: string,
): Promise<ReadyOperator> {
  return setUpByApp(hub, email, await invite(hub, email, options))
}

/** Logs an operator in with an app code. @returns  the session's token */
export async function logInOperator(hub: TestHub, { email, appCode }: ReadyOperator): Promise<string> {
  const { deps } = hub.context.operators
  const { ticket } = await startPasswordLogin(deps, { email, password: operatorPassword }, client())
  const { token } = await completePasswordLogin(deps, { ticket, code: appCode() }, client())
  hub.clock.advance(periodMs)
  return token
}

/** The operator of a session. @throws Error  without a live one */
export async function expectOperator(hub: TestHub, token: string) {
  const current = await findOperator(hub, token)
  if (!current) throw new Error('The session is not live')
  return current
}

export function findOperator(hub: TestHub, token: string) {
  return hub.context.operators.authenticateOperator({ headers: { cookie: `operator=${token}` } })
}
