import type { OperatorOrderState } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type StateTone, StateWord } from './state-word.tsx'

const tones = {
  'not-started': 'neutral',
  pending: 'waiting',
  held: 'waiting',
  failed: 'bad',
  cancelled: 'neutral',
  undelivered: 'bad',
  paid: 'good',
  disputed: 'bad',
  'refund-failed': 'bad',
  'partly-refunded': 'info',
  refunded: 'info',
} as const satisfies Record<OperatorOrderState, StateTone>

export function OrderState({ state }: { state: OperatorOrderState }) {
  const { t } = useTranslation()
  return <StateWord tone={tones[state]}>{t(`orderState.${state}`)}</StateWord>
}
