import type { OperatorTicketRow } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type StateTone, StateWord } from './state-word.tsx'

const tones = { open: 'waiting', answered: 'info', closed: 'neutral' } as const satisfies Record<
  OperatorTicketRow['state'],
  StateTone
>

export function TicketState({ state }: { state: OperatorTicketRow['state'] }) {
  const { t } = useTranslation()
  return <StateWord tone={tones[state]}>{t(`ticketState.${state}`)}</StateWord>
}
