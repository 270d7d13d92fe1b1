import * as z from 'zod'
import type { ProviderRefund } from '../provider.ts'
import { Sum } from './payment.ts'

export const YooKassaRefund = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.string(),
  amount: Sum,
})
export type YooKassaRefund = z.infer<typeof YooKassaRefund>

const stateOf: Record<string, ProviderRefund['state']> = { succeeded: 'succeeded', canceled: 'failed' }

export function toProviderRefund({ id, status, amount }: YooKassaRefund): ProviderRefund {
  return { refundId: id, state: stateOf[status] ?? 'pending', ...amount }
}
