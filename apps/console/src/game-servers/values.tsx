import type { GameServer, OperatorWebhook } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { getServerState, type ServerState } from './server.ts'
import type { Delivery } from './types.ts'

const serverTones: Record<ServerState, StateTone> = {
  off: 'neutral',
  paused: 'info',
  failing: 'bad',
  uneven: 'waiting',
  quiet: 'neutral',
  delivering: 'good',
}

export function GameServerState({ server }: { server: GameServer }) {
  const { t } = useTranslation('game-servers')
  const state = getServerState(server)
  return <StateWord tone={serverTones[state]}>{t(`state.${state}`)}</StateWord>
}

const webhookTones: Record<OperatorWebhook['state'], StateTone> = {
  waiting: 'waiting',
  delivered: 'good',
  dead: 'bad',
}

export function WebhookState({ state }: Pick<OperatorWebhook, 'state'>) {
  const { t } = useTranslation('game-servers')
  return <StateWord tone={webhookTones[state]}>{t(`webhook.${state}`)}</StateWord>
}

/** "200", "503" or "No response", from the response of the game server. */
export function DeliveryOutcome({ delivery: { status } }: { delivery: Pick<Delivery, 'status'> }) {
  const { t } = useTranslation('game-servers')
  const isDelivered = status !== null && status >= 200 && status < 300
  return (
    <StateWord tone={isDelivered ? 'good' : 'bad'}>
      <span className="numeric">{status ?? t('deliveries.noResponse')}</span>
    </StateWord>
  )
}

/** "97.4 %" of the last 24 hours, or a dash when nothing was sent. */
export function useDeliveredRate() {
  const { i18n } = useTranslation()
  return ({ deliveries24h, failed24h }: GameServer) => {
    if (deliveries24h === 0) return '–'
    const share = (deliveries24h - failed24h) / deliveries24h
    // 99.96 % is not all of them.
    const shown = failed24h > 0 ? Math.min(share, 0.999) : share
    return new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(shown)
  }
}

/** "340 ms", "1.2 s" */
export function useDuration() {
  const { i18n } = useTranslation()
  return (durationMs: number | null) => {
    if (durationMs === null) return '–'
    const [unit, value] =
      durationMs < 1_000 ? (['millisecond', durationMs] as const) : (['second', durationMs / 1_000] as const)
    const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
    return new Intl.NumberFormat(i18n.language, options).format(value)
  }
}

export function useCount() {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language)
  return (count: number) => format.format(count)
}
