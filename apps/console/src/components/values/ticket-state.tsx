import type { TicketRowShape } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { type StateTone, StateWord } from './state-word.tsx'

export type TicketRow = z.infer<typeof TicketRowShape>

const tones = { open: 'waiting', answered: 'info', closed: 'neutral' } as const satisfies Record<
  TicketRow['state'],
  StateTone
>

export function TicketState({ state }: { state: TicketRow['state'] }) {
  const { t } = useTranslation()
  return <StateWord tone={tones[state]}>{t(`ticketState.${state}`)}</StateWord>
}
