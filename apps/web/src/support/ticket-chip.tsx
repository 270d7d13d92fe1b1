import type { TicketState } from '@playhub/contract/tickets'
import { Archive, Clock3, MessageCircleReply } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'

const looks = {
  open: { Icon: Clock3, colour: 'text-pending bg-pending/12' },
  answered: { Icon: MessageCircleReply, colour: 'text-paid bg-paid/12' },
  closed: { Icon: Archive, colour: 'text-soft bg-ink-3' },
} as const satisfies Record<TicketState, unknown>

/** The state of a ticket: colour, icon and text, because colour alone is not accessible. */
export function TicketChip({ state }: { state: TicketState }) {
  const { t } = useTranslation('support')
  const { Icon, colour } = looks[state]
  return (
    <span
      className={cx(
        'inline-flex h-7 items-center gap-1.5 rounded-chip px-2.5 text-13 font-semibold whitespace-nowrap',
        colour,
      )}
    >
      <Icon size={15} aria-hidden="true" />
      {t(`state.${state}`)}
    </span>
  )
}
