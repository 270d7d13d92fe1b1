import type { OperatorOrder } from '@playhub/contract/operator'
import { faultSentences } from '@playhub/contract/operator/sentences/faults'
import { timelineSentences } from '@playhub/contract/operator/sentences/timeline'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Section } from '../components/layout/section.tsx'
import { OrderState } from '../components/values/order-state.tsx'
import { useSentences } from '../components/values/sentences.ts'
import { Timeline } from '../components/values/timeline.tsx'
import { callOperator } from '../lib/api.ts'
import { usePolling } from '../lib/use-polling.ts'
import { Explanation } from './explanation.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import { Attempts, Disputes, Receipt, Refunds } from './payment-sections.tsx'
import { Audit, Tickets } from './people-sections.tsx'
import { loadPlayer, PlayerPanel } from './player-panel.tsx'
import { Webhooks } from './webhooks.tsx'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  const order = (await callOperator('GET /orders/{id}', { params: { id } })).data.result
  return { order, player: loadPlayer(order.playerId) }
}

/** An order: its history, who must act, and everything belonging to it. */
export function Component() {
  const { order, player } = useLoaderData<typeof loader>()
  usePolling()
  const isUndelivered = order.webhooks.some(({ state }) => state !== 'delivered')
  return (
    <PageFrame
      title={order.title}
      back={useBackLink()}
      mark={<OrderState state={order.state} />}
      actions={<OrderActions key={order.id} order={order} />}
      aside={<PlayerPanel promise={player} orderId={order.id} />}
    >
      <Explanation explanation={order.explanation} />
      {isUndelivered && <Webhooks webhooks={order.webhooks} />}
      <OrderFacts order={order} />
      <OrderTimeline order={order} />
      {!isUndelivered && <Webhooks webhooks={order.webhooks} />}
      <Attempts attempts={order.attempts} />
      <Refunds refunds={order.refunds} />
      <Disputes disputes={order.disputes} />
      <Receipt order={order} />
      <Tickets tickets={order.tickets} />
      <Audit audit={order.audit} />
    </PageFrame>
  )
}

function OrderTimeline({ order }: { order: OperatorOrder }) {
  const { t } = useTranslation('orders')
  const say = useSentences()
  const entries = order.timeline.map(({ at, says, reason, sentence, reasonSentence }) => {
    const text = say(timelineSentences, sentence, says)
    const why = say(faultSentences, reasonSentence, reason)
    return { at, text: why === null ? text : `${text}: ${why}` }
  })
  return (
    <Section title={t('timeline')}>
      <div className="border-t border-line pt-3">
        <Timeline label={t('timeline')} entries={entries} />
      </div>
    </Section>
  )
}

/** The list the order was opened from, with its filters. */
function useBackLink() {
  const { t } = useTranslation('orders')
  const state: unknown = useLocation().state
  const from =
    typeof state === 'object' && state && 'from' in state && typeof state.from === 'string' ? state.from : ''
  if (from.startsWith('/disputes')) return { to: from, label: t('disputesTitle') }
  if (from.startsWith('/refunds')) return { to: from, label: t('refundsTitle') }
  return { to: from.startsWith('/orders') ? from : '/orders', label: t('title') }
}
