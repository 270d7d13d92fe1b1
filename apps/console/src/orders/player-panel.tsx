import type { OperatorOrderRow, PlayerDetails } from '@playhub/contract/operator'
import { AsyncSection } from '@playhub/ui/async-section.tsx'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { LoadingSkeleton } from '@playhub/ui/skeleton.tsx'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Panel } from '../components/layout/panel.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { KeyValue } from '../components/values/key-value.tsx'
import { Money } from '../components/values/money.tsx'
import { OrderState } from '../components/values/order-state.tsx'
import { PlayerState } from '../components/values/player-state.tsx'
import { callOperator } from '../lib/api.ts'
import { OrderAmount } from './order-amount.tsx'

const MAX_ORDERS = 5
export type PlayerSummary = { player: PlayerDetails; orders: OperatorOrderRow[] }

/** @returns null for a player outside the operator's projects. */
export async function loadPlayer(id: string): Promise<PlayerSummary | null> {
  try {
    const [player, orders] = await Promise.all([
      callOperator('GET /players/{id}', { params: { id } }),
      callOperator('GET /players/{id}/orders', { params: { id }, query: { limit: MAX_ORDERS } }),
    ])
    return { player: player.data.result, orders: orders.data.result }
  } catch (error) {
    if (isRefusal(error) && (error.status === 404 || error.status === 403)) return null
    throw error
  }
}

/** The buyer, beside the order. It loads after the order. */
export function PlayerPanel({
  promise,
  orderId,
}: {
  promise: Promise<PlayerSummary | null>
  orderId: string
}) {
  const { t } = useTranslation('orders')
  return (
    <Panel title={t('player.title')}>
      <AsyncSection promise={promise} skeleton={<LoadingSkeleton className="h-60" />}>
        {(summary) =>
          summary ? (
            <Summary {...summary} orderId={orderId} />
          ) : (
            <p className="text-15 text-soft">{t('player.hidden')}</p>
          )
        }
      </AsyncSection>
    </Panel>
  )
}

function Summary({ player, orders, orderId }: PlayerSummary & { orderId: string }) {
  const { t } = useTranslation('orders')
  const others = orders.filter(({ id }) => id !== orderId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to={`/players/${player.id}`}
        className="-m-2 flex min-h-11 items-center justify-between gap-2 rounded-md p-2 hover:bg-ink-2"
      >
        <span className="min-w-0 truncate text-15 font-medium">{player.name}</span>
        <span className="sr-only">{t('player.open')}</span>
        <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-soft" />
      </Link>
      <PlayerState player={player} isQuiet />
      <KeyValue
        facts={[
          ['ID', <Id key="id" value={player.id} />],
          [t('player.email'), player.email],
          [t('player.since'), <Instant key="since" at={player.createdAt} />],
          [t('player.spent'), <Money key="spent" money={player.spent} />],
          [t('player.notes'), player.notes[0]?.text],
        ]}
      />
      {others.length > 0 && (
        <div>
          <h3 className="mb-1 text-13 text-soft">{t('player.orders')}</h3>
          <ul>
            {others.map((order) => (
              <li key={order.id} className="border-t border-line">
                <Link to={`/orders/${order.id}`} className="-mx-2 block rounded-md px-2 py-2 hover:bg-ink-2">
                  <span className="flex justify-between gap-3 text-15">
                    <span className="min-w-0 truncate">{order.title}</span>
                    <OrderAmount order={order} />
                  </span>
                  <span className="mt-0.5 flex justify-between gap-3 text-13 text-soft">
                    <OrderState state={order.state} />
                    <Instant at={order.createdAt} isShort />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
