import { Refusal } from '../../platform/refusal.ts'
import { recordFailure } from '../captcha/failed-attempts.ts'
import type { ClientInfo, Deps } from '../deps.ts'
import type { CodeRow } from '../tables.ts'
import { type CodePurpose, codeTries, hashCode, isSameHash } from './code.ts'
import { countWrongCode } from './code-request.ts'
import { countTry, findCode } from './code-store.ts'

const incorrect = {
  registration: 'SEND_VERIFICATION_CODE_INCORRECT',
  recovery: 'SEND_RECOVERY_PASSWORD_CODE_INCORRECT',
} as const

export const codeIncorrect = (purpose: CodePurpose, details?: { triesLeft: number }) =>
  new Refusal(incorrect[purpose], details)

/**
 * Compares a code with the one in the letter. The caller uses it up in the transaction of what it is good for.
 * @throws Refusal …CODE_INCORRECT for a wrong one, CODE_EXPIRED when it has run out of time or tries.
 */
export async function checkCode(
  deps: Deps,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
  visitor: ClientInfo,
): Promise<CodeRow> {
  const tried = await countTry(deps.db, purpose, email, codeTries, deps.clock.now())
  if (!tried) throw await refusalWithoutTry(deps, purpose, email)
  if (tried.hash && isSameHash(tried.hash, hashCode(deps.codePepper, tried.id, code))) return tried
  await countWrongCode(deps, purpose, email)
  await recordFailure(deps, email, visitor)
  throw codeIncorrect(purpose, { triesLeft: codeTries - tried.tries })
}

/** A letter that is still on its way makes any code wrong; one that came and went has expired. */
async function refusalWithoutTry({ db }: Deps, purpose: CodePurpose, email: string): Promise<Refusal> {
  const last = await findCode(db, purpose, email)
  return last?.hash ? new Refusal('CODE_EXPIRED') : codeIncorrect(purpose)
}
