import type { ScoreEntry } from '@playhub/contract'
import type { TFunction } from 'i18next'

/** The player's chosen name, or a number in its place. */
export const toShownName = (
  { name, number }: Pick<ScoreEntry, 'name' | 'number'>,
  t: TFunction<'game', 'scores'>,
): string => name ?? t('player', { number })
