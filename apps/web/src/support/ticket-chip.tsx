import type { TicketState } from '@playhub/contract/tickets'
import { Chip } from '@playhub/ui/status-chip.tsx'
import { Archive, Clock3, MessageCircleReply } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const appearances = {
  open: { Icon: Clock3, colour: 'text-pending bg-pending/12' },
  answered: { Icon: MessageCircleReply, colour: 'text-paid bg-paid/12' },
  closed: { Icon: Archive, colour: 'text-soft bg-ink-3' },
} as const satisfies Record<TicketState, unknown>

export function TicketChip({ state }: { state: TicketState }) {
  const { t } = useTranslation('support')
  return <Chip {...appearances[state]} label={t(`state.${state}`)} />
}
