import * as z from 'zod'
import { DecimalAmount } from '../outgoing.ts'
import type { ProviderRefund } from '../provider.ts'

export const YandexPayOperation = z.object({
  operationType: z.string(),
  status: z.string(),
  amount: DecimalAmount,
  externalOperationId: z.string().nullish(),
})

export const OneOperation = z.object({ operation: YandexPayOperation })

const stateOf: Record<string, ProviderRefund['state']> = { SUCCESS: 'succeeded', FAIL: 'failed' }

/** @param refundId  The name that we gave it: operations are asked for by that. */
export function toProviderRefund(
  refundId: string,
  { status, amount }: z.infer<typeof YandexPayOperation>,
): ProviderRefund {
  return { refundId, state: stateOf[status] ?? 'pending', amountMinor: amount, currency: 'RUB' }
}
