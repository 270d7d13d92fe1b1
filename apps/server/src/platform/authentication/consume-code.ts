import type { Clock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { matchCode } from './totp.ts'
import { consumeAssertion } from './used-assertion-store.ts'

/** An authenticator app and its owner. */
export type AuthenticatorApp = {
  /** Names the owner and the kind of code, such as `operator code of <id>`. */
  subject: string
  /** The shared TOTP secret as base32; null without an app. */
  secret: string | null
}

export const isAppCode = (code: string) => /^[\d\s-]+$/.test(code)

/** Stores the used codes, not the last period: otherwise a clock set back would make all codes fail for a while. */
export async function consumeAppCode(
  { clock }: { clock: Clock },
  tx: Tx,
  { subject, secret }: AuthenticatorApp,
  code: string,
): Promise<boolean> {
  if (secret === null || !isAppCode(code)) return false
  const match = matchCode(secret, code.replace(/\D/g, ''), clock.now())
  return match !== null && consumeAssertion(tx, `${subject} ${match.period}`, match.validUntil)
}

/**
 * Checks an authenticator app code or a recovery code, and consumes it.
 * @param consumeRecoveryCode  Takes the code's hash. False when the owner has no such code.
 * @returns  false for a wrong, old or used code
 */
export async function consumeAnyCode(
  deps: { clock: Clock },
  tx: Tx,
  app: AuthenticatorApp,
  { code, consumeRecoveryCode }: { code: string; consumeRecoveryCode: (hash: string) => Promise<boolean> },
): Promise<boolean> {
  return (await consumeAppCode(deps, tx, app, code)) || consumeRecoveryCode(hashRecoveryCode(code))
}
