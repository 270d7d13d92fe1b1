import { z } from 'zod'
import { asUsual } from '../../payments/emulator.ts'
import { Problem, read } from '../../platform/problem.ts'
import type { Account } from '../account/account.ts'
import { StripeFailure } from '../model/errors.ts'
import { answerChallenge } from '../model/payment-intent.ts'
import type { Intent } from '../model/records.ts'

const Answer = z.strictObject({ client_secret: z.string(), outcome: z.enum(['complete', 'fail']) })

/** The buyer's bank hears "yes, it is me" or not. @returns the intent as it is afterwards */
export function hearBuyer(account: Account, intentId: string, body: unknown): Intent {
  const { client_secret: secret, outcome } = read(Answer, body)
  const intent = account.ledger.intents.get(intentId)
  if (!intent || intent.secret !== secret) throw new Problem(404, 'No such payment')
  try {
    const change = answerChallenge(intent, outcome === 'complete', account.nowS())
    account.apply(change, { requestId: null, idempotencyKey: null, telling: asUsual })
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    throw new Problem(409, error.message)
  }
  return account.ledger.intents.get(intentId) ?? intent
}
