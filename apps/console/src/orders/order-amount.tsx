import type { OperatorOrderRow } from '@playhub/contract/operator'
import { Money } from '../components/values/money.tsx'

/** The order's price. There is none before a payment method is chosen. */
export function OrderAmount({ order }: { order: Pick<OperatorOrderRow, 'amountMinor' | 'currency'> }) {
  const { amountMinor, currency } = order
  return <Money money={amountMinor === null || currency === null ? [] : { amountMinor, currency }} />
}
