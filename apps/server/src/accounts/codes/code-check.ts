import { Refusal } from '../../platform/refusal.ts'
import { recordFailedAttempt } from '../captcha/failed-attempts.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { isSameHash } from '../random-token.ts'
import type { CodeRow } from '../tables.ts'
import { type CodePurpose, hashCode, maxCodeTries } from './code.ts'
import { countWrongCode } from './code-request.ts'
import { findCode, incrementTries } from './code-store.ts'

const incorrect = {
  registration: 'SEND_VERIFICATION_CODE_INCORRECT',
  recovery: 'SEND_RECOVERY_PASSWORD_CODE_INCORRECT',
} as const

export const codeIncorrect = (purpose: CodePurpose, details?: { triesLeft: number }) =>
  new Refusal(incorrect[purpose], details)

/**
 * Verifies a code. The caller consumes it within the transaction that the code authorizes.
 * @throws Refusal …CODE_INCORRECT for a wrong code, CODE_EXPIRED when it has expired or no tries are left
 */
export async function checkCode(
  deps: Deps,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
  client: ClientInfo,
): Promise<CodeRow> {
  const tried = await incrementTries(deps.db, purpose, email, maxCodeTries, deps.clock.now())
  if (!tried) throw await unusableCodeRefusal(deps, purpose, email)
  if (tried.hash && isSameHash(tried.hash, hashCode(deps.codePepper, tried.id, code))) return tried
  await countWrongCode(deps, purpose, email)
  await recordFailedAttempt(deps, email, client)
  throw codeIncorrect(purpose, { triesLeft: maxCodeTries - tried.tries })
}

/** Any code is incorrect until the email has been sent; afterwards the code has expired. */
async function unusableCodeRefusal({ db }: Deps, purpose: CodePurpose, email: string): Promise<Refusal> {
  const last = await findCode(db, purpose, email)
  return last?.hash ? new Refusal('CODE_EXPIRED') : codeIncorrect(purpose)
}
