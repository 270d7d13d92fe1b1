import type { OperatorOrder } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Section } from '../components/layout/section.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { KeyValue } from '../components/values/key-value.tsx'
import { Money } from '../components/values/money.tsx'
import { useProjectNames } from '../lib/me.ts'
import { OrderAmount } from './order-amount.tsx'

const purchaseStates = ['granted', 'frozen', 'consumed', 'revoked'] as const

/** What was ordered, for how much, and where the item is. */
export function OrderFacts({ order }: { order: OperatorOrder }) {
  const { t } = useTranslation('orders')
  const nameProject = useProjectNames()
  const namePurchase = usePurchaseNames()
  const { purchase, currency } = order
  return (
    <Section title={t('facts')}>
      <div className="grid gap-x-8 gap-y-2 border-t border-line pt-3 md:grid-cols-2 md:items-start">
        <KeyValue
          facts={[
            [t('fact.id'), <Id key="id" value={order.id} />],
            [t('fact.item'), order.title],
            [t('fact.project'), nameProject(order.project)],
            [t('fact.purchase'), purchase && namePurchase(purchase.state)],
            [t('fact.used'), purchase?.consumedAt && <Instant key="used" at={purchase.consumedAt} />],
            [t('fact.decided'), purchase?.decidedState && namePurchase(purchase.decidedState)],
          ]}
        />
        <KeyValue
          facts={[
            [t('fact.amount'), <OrderAmount key="amount" order={order} />],
            [
              t('fact.refunded'),
              currency && order.refundedMinor > 0 && (
                <Money key="refunded" money={{ amountMinor: order.refundedMinor, currency }} />
              ),
            ],
            [t('fact.created'), <Instant key="created" at={order.createdAt} />],
            [t('fact.paid'), order.paidAt && <Instant key="paid" at={order.paidAt} />],
          ].map(([label, value]) => [String(label), value || null] as const)}
        />
      </div>
    </Section>
  )
}

function usePurchaseNames(): (state: string) => string {
  const { t } = useTranslation('orders')
  return (state) => {
    const known = purchaseStates.find((one) => one === state)
    return known ? t(`purchase.${known}`) : state
  }
}
