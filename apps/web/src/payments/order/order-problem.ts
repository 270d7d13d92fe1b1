import { isRefusalCode, type RefusalCode } from '@playhub/contract/refusals'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'

/** Why an item was not ordered, or a code not applied. */
export type OrderProblem = RefusalCode | 'UNREACHABLE'

/** @throws error  that is neither a refusal nor a lost connection */
export function toOrderProblem(error: unknown): OrderProblem {
  if (error instanceof ApiUnreachable) return 'UNREACHABLE'
  if (error instanceof ApiRefusal) return isRefusalCode(error.code) ? error.code : 'FAULT'
  throw error
}
