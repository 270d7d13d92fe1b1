import type { OperatorOrderState } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type StateTone, StateWord } from './state-word.tsx'

const tones: Record<OperatorOrderState, StateTone> = {
  'not-started': 'neutral',
  pending: 'waiting',
  held: 'waiting',
  failed: 'bad',
  cancelled: 'neutral',
  closed: 'neutral',
  claimed: 'info',
  given: 'info',
  delivering: 'waiting',
  undelivered: 'bad',
  'game-not-told': 'bad',
  paid: 'good',
  'taken-back': 'info',
  disputed: 'bad',
  'withdrawal-declared': 'waiting',
  'refund-pending': 'waiting',
  'refund-failed': 'bad',
  'receipt-failed': 'bad',
  'partly-refunded': 'info',
  refunded: 'info',
}

/** Every state, in the order of the filter. */
export const orderStates = Object.keys(tones) as OperatorOrderState[]

export function OrderState({ state }: { state: OperatorOrderState }) {
  const { t } = useTranslation()
  return <StateWord tone={tones[state]}>{t(`orderState.${state}`)}</StateWord>
}
