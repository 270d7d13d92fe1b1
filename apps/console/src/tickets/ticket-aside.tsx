import type {
  OperatorOrder,
  OperatorTicket,
  OperatorTicketRow,
  PlayerDetails,
  PlayerSave,
} from '@playhub/contract/operator'
import { AsyncSection } from '@playhub/ui/async-section.tsx'
import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Panel } from '../components/layout/panel.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { KeyValue } from '../components/values/key-value.tsx'
import { Money } from '../components/values/money.tsx'
import { OrderState } from '../components/values/order-state.tsx'
import { PlayerState } from '../components/values/player-state.tsx'
import { TicketState } from '../components/values/ticket-state.tsx'
import { SavesPanel } from '../saves/saves-panel.tsx'

const skeleton = <Skeleton className="h-44 rounded-control" />
const linkClass = 'font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-text'

/** A ticket's player and order, and the saves of its game. */
export function TicketAside(props: {
  ticket: OperatorTicket
  player: Promise<PlayerDetails>
  order: Promise<OperatorOrder> | null | ''
  saves: Promise<PlayerSave[]> | null | ''
  others: Promise<OperatorTicketRow[]>
}) {
  const { t } = useTranslation('saves')
  const { email, playerId } = props.ticket
  return (
    <div className="grid gap-4">
      <AsyncSection promise={props.player} skeleton={skeleton}>
        {(player) => <PlayerPanel player={player} email={email} />}
      </AsyncSection>
      {props.order && (
        <AsyncSection promise={props.order} skeleton={skeleton}>
          {(order) => <OrderPanel order={order} />}
        </AsyncSection>
      )}
      <AsyncSection promise={props.others} skeleton={skeleton}>
        {(others) => others.length > 0 && <OthersPanel tickets={others} playerId={playerId} />}
      </AsyncSection>
      {props.saves && (
        <AsyncSection promise={props.saves} skeleton={skeleton}>
          {(saves) => saves.length > 0 && <SavesPanel title={t('title')} playerId={playerId} saves={saves} />}
        </AsyncSection>
      )}
    </div>
  )
}

function PlayerPanel({ player, email }: { player: PlayerDetails; email: string }) {
  const { t } = useTranslation('tickets')
  return (
    <Panel title={t('aside.player')}>
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-15">
        <Link to={`/players/${player.id}`} className={linkClass}>
          {player.name}
        </Link>
        <PlayerState player={player} isQuiet />
      </p>
      <KeyValue
        facts={[
          [
            t('aside.writesFrom'),
            <span key="from" className="wrap-anywhere">
              {email}
            </span>,
          ],
          [t('aside.email'), player.email !== email && player.email],
          [t('aside.since'), <Instant key="since" at={player.createdAt} />],
          [t('aside.spent'), <Money key="spent" money={player.spent} />],
          [t('aside.lastNote'), player.notes[0]?.text],
        ]}
      />
    </Panel>
  )
}

function OthersPanel({ tickets, playerId }: { tickets: OperatorTicketRow[]; playerId: string }) {
  const { t } = useTranslation('tickets')
  const { t: tCommon } = useTranslation()
  return (
    <Panel
      title={t('aside.others')}
      actions={
        <Link to={`/players/${playerId}/tickets`} className="text-13 text-soft underline">
          {t('aside.allTickets')}
        </Link>
      }
    >
      <ul className="grid gap-3">
        {tickets.map(({ id, number, excerpt, reason, state, updatedAt }) => (
          <li key={id} className="grid gap-0.5 text-15">
            <p className="flex items-center justify-between gap-3">
              <Link to={`/tickets/${id}`} className={`${linkClass} max-md:py-2`}>
                #{number}
              </Link>
              <TicketState state={state} />
            </p>
            <p className="line-clamp-2 wrap-anywhere">{excerpt || tCommon(`ticketReason.${reason}`)}</p>
            <p className="text-13 text-soft">
              <Instant at={updatedAt} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function OrderPanel({ order }: { order: OperatorOrder }) {
  const { t } = useTranslation('tickets')
  const { amountMinor, currency } = order
  return (
    <Panel title={t('aside.order')}>
      <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-15">
        <Link to={`/orders/${order.id}`} className={linkClass}>
          {order.title}
        </Link>
        <OrderState state={order.state} />
      </p>
      <p className="mb-3 text-15 text-pretty">{order.explanation.sentence}</p>
      <KeyValue
        facts={[
          [
            t('aside.amount'),
            amountMinor !== null && currency !== null && (
              <Money key="amount" money={{ amountMinor, currency }} />
            ),
          ],
          [t('aside.paidAt'), order.paidAt && <Instant key="paid" at={order.paidAt} />],
          [t('aside.orderId'), <Id key="id" value={order.id} />],
        ]}
      />
    </Panel>
  )
}
