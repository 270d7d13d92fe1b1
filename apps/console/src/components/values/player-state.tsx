import type { PlayerRow } from '@playhub/contract/operator'
import { Ban, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { useMe } from '../../lib/me.ts'
import { useNow } from '../../lib/use-now.ts'
import { StateWord } from './state-word.tsx'

/** Banned, waiting for deletion, or active. */
export function PlayerState(props: {
  player: Pick<PlayerRow, 'bannedAt' | 'bannedUntil' | 'deletionAt'>
  /** Says nothing about an active player. */
  isQuiet?: boolean
}) {
  const { t, i18n } = useTranslation()
  const { timeZone } = useMe()
  const now = useNow()
  const { bannedUntil, deletionAt } = props.player
  if (deletionAt !== null)
    return (
      <StateWord tone="bad" Icon={Trash2}>
        {t('playerState.deleting', { day: formatDay(deletionAt, i18n.language, timeZone) })}
      </StateWord>
    )
  if (isBanned(props.player, now)) {
    const time = bannedUntil && formatInstant(bannedUntil, now, i18n.language, timeZone)
    return (
      <StateWord tone="bad" Icon={Ban}>
        {time ? t('playerState.bannedUntil', { time }) : t('playerState.banned')}
      </StateWord>
    )
  }
  return props.isQuiet ? null : <StateWord tone="good">{t('playerState.active')}</StateWord>
}

/** A ban with an end needs nobody to lift it. */
export function isBanned(player: Pick<PlayerRow, 'bannedAt' | 'bannedUntil'>, now: number): boolean {
  return player.bannedAt !== null && (player.bannedUntil === null || player.bannedUntil > now)
}
