import type { OperatorOrderRow } from '@playhub/contract/operator'
import { Money } from '../components/values/money.tsx'

/** What the order costs. It has no price before a way to pay is chosen. */
export function OrderAmount({ order }: { order: Pick<OperatorOrderRow, 'amountMinor' | 'currency'> }) {
  const { amountMinor, currency } = order
  return <Money money={amountMinor === null || currency === null ? [] : { amountMinor, currency }} />
}
