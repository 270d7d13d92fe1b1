import type { OperatorTicket, OperatorTicketRow } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { Segments } from '../components/form/segments.tsx'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { TicketState } from '../components/values/ticket-state.tsx'
import { callOperator } from '../lib/api.ts'
import { type Me, useMe } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'
import { useBackTo } from '../lib/use-back.ts'
import { usePolling } from '../lib/use-polling.ts'
import { AnswerBox } from './answer/answer-box.tsx'
import { TicketAside } from './ticket-aside.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketThread } from './ticket-thread.tsx'
import { useNextTicket } from './use-next-ticket.ts'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  const ticket = (await callOperator('GET /tickets/{id}', { params: { id } })).data.result
  return {
    ticket,
    player: loadPlayer(ticket.playerId),
    order: ticket.orderId && loadOrder(ticket.orderId),
    saves: ticket.project && loadSaves(ticket.playerId, ticket.project),
    others: loadOthers(ticket),
  }
}

const loadPlayer = async (id: string) =>
  (await callOperator('GET /players/{id}', { params: { id } })).data.result
const loadOrder = async (id: string) =>
  (await callOperator('GET /orders/{id}', { params: { id } })).data.result
const loadSaves = async (id: string, project: string) =>
  (await callOperator('GET /players/{id}/saves', { params: { id }, query: { project } })).data.result
const maxOthers = 5
/** The player's other tickets, newest first. */
const loadOthers = async ({ id, playerId }: OperatorTicketRow) => {
  const query = { limit: maxOthers + 1 }
  const { data } = await callOperator('GET /players/{id}/tickets', { params: { id: playerId }, query })
  return data.result.filter((other) => other.id !== id).slice(0, maxOthers)
}

/** A ticket: messages and notes, the answer, and the player, the order and the saves beside it. */
export function Component() {
  const { t } = useTranslation('tickets')
  const { ticket, ...beside } = useLoaderData<typeof loader>()
  const canAnswer = canAnswerTicket(useMe(), ticket)
  const back = useBackTo('/tickets')
  const next = useNextTicket(ticket.id)
  const [part, setPart] = useState<Part>('messages')
  usePolling()
  return (
    <PageFrame
      title={t('page.title', { number: ticket.number })}
      mark={<TicketState state={ticket.state} />}
      back={{ to: back, label: t('title') }}
      actions={
        <>
          <Button
            kind="secondary"
            size="small"
            className="max-md:order-last max-md:grow-0!"
            title={t('next.keys')}
            aria-keyshortcuts="J"
            isLoading={next.isPending}
            onClick={next.open}
          >
            <span className="max-md:sr-only">{t('next.open')}</span>
            <ChevronRight size={18} aria-hidden="true" className="md:hidden" />
          </Button>
          {canAnswer &&
            (ticket.state === 'closed' ? <ReopenButton id={ticket.id} /> : <CloseButton ticket={ticket} />)}
        </>
      }
      aside={
        <div className={cx(part === 'messages' && 'max-md:hidden')}>
          <TicketAside ticket={ticket} {...beside} />
        </div>
      }
    >
      <PartChoice part={part} onChange={setPart} />
      <div className={cx('grid gap-5', part === 'player' && 'max-md:hidden')}>
        <TicketFacts ticket={ticket} canEdit={canAnswer} />
        <TicketThread ticket={ticket} />
        {canAnswer && <AnswerBox key={ticket.id} ticket={ticket} next={next} />}
      </div>
    </PageFrame>
  )
}

type Part = 'messages' | 'player'

/** Phones show either the messages or what is beside them on wider screens. */
function PartChoice({ part, onChange }: { part: Part; onChange: (part: Part) => void }) {
  const { t } = useTranslation('tickets')
  return (
    <div className="mb-4 md:hidden">
      <Segments
        legend={t('part.label')}
        isLegendHidden
        options={[
          { value: 'messages', label: t('part.messages') },
          { value: 'player', label: t('part.player') },
        ]}
        value={part}
        onChange={onChange}
      />
    </div>
  )
}

/** A ticket without a project belongs to operators of all projects. */
function canAnswerTicket(me: Me, { project }: OperatorTicketRow): boolean {
  return project === null ? me.permissions['tickets.answer'] === '*' : me.can('tickets.answer', project)
}

function ReopenButton({ id }: { id: string }) {
  const { t } = useTranslation('tickets')
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction()
  const reopen = () =>
    run(async () => {
      await callOperator('POST /tickets/{id}/reopen', { params: { id }, body: {} })
      await revalidate()
      toast.success(t('reopen.done'))
    })
  return (
    <Button kind="secondary" size="small" isLoading={isPending} onClick={() => void reopen()}>
      {t('reopen.button')}
    </Button>
  )
}

function CloseButton({ ticket }: { ticket: OperatorTicket }) {
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
        reasonFor={`close:${ticket.id}`}
        onConfirm={async ({ reason }) => {
          const body = { reason, seenMessages: ticket.messages.length }
          await callOperator('POST /tickets/{id}/close', { params: { id: ticket.id }, body })
          await revalidate()
          toast.success(t('close.done'))
        }}
      />
    </>
  )
}
