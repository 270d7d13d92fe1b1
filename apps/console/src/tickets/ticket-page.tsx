import type { OperatorTicketRow } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { TicketState } from '../components/values/ticket-state.tsx'
import { callOperator } from '../lib/api.ts'
import { type Me, useMe } from '../lib/me.ts'
import { useBackTo } from '../lib/use-back.ts'
import { usePolling } from '../lib/use-polling.ts'
import { AnswerBox } from './answer-box.tsx'
import { TicketAside } from './ticket-aside.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketThread } from './ticket-thread.tsx'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  const ticket = (await callOperator('GET /tickets/{id}', { params: { id } })).data.result
  return {
    ticket,
    player: loadPlayer(ticket.playerId),
    order: ticket.orderId && loadOrder(ticket.orderId),
    saves: ticket.project && loadSaves(ticket.playerId, ticket.project),
  }
}

const loadPlayer = async (id: string) =>
  (await callOperator('GET /players/{id}', { params: { id } })).data.result
const loadOrder = async (id: string) =>
  (await callOperator('GET /orders/{id}', { params: { id } })).data.result
const loadSaves = async (id: string, project: string) =>
  (await callOperator('GET /players/{id}/saves', { params: { id }, query: { project } })).data.result

/** A ticket: messages and notes, the answer, and the player, the order and the saves beside it. */
export function Component() {
  const { t } = useTranslation('tickets')
  const { ticket, player, order, saves } = useLoaderData<typeof loader>()
  const canAnswer = canAnswerTicket(useMe(), ticket)
  const back = useBackTo('/tickets')
  usePolling()
  return (
    <PageFrame
      title={t('page.title', { number: ticket.number })}
      mark={<TicketState state={ticket.state} />}
      back={{ to: back, label: t('title') }}
      actions={canAnswer && ticket.state !== 'closed' && <CloseButton ticket={ticket} />}
      aside={<TicketAside ticket={ticket} player={player} order={order} saves={saves} />}
    >
      <div className="grid gap-5">
        <TicketFacts ticket={ticket} canEdit={canAnswer} />
        <TicketThread ticket={ticket} />
        {canAnswer && <AnswerBox key={ticket.id} ticket={ticket} />}
      </div>
    </PageFrame>
  )
}

/** A ticket without a project belongs to operators of all projects. */
function canAnswerTicket(me: Me, { project }: OperatorTicketRow): boolean {
  return project === null ? me.permissions['tickets.answer'] === '*' : me.can('tickets.answer', project)
}

function CloseButton({ ticket }: { ticket: OperatorTicketRow }) {
  const { t } = useTranslation('tickets')
  const [isOpen, setIsOpen] = useState(false)
  const { revalidate } = useRevalidator()
  return (
    <>
      <Button kind="secondary" size="small" onClick={() => setIsOpen(true)}>
        {t('close.button')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('close.title', { number: ticket.number })}
        consequence={t('close.consequence')}
        confirmLabel={t('close.confirm')}
        asksReason
        onConfirm={async ({ reason }) => {
          await callOperator('POST /tickets/{id}/close', { params: { id: ticket.id }, body: { reason } })
          await revalidate()
          toast.success(t('close.done'))
        }}
      />
    </>
  )
}
