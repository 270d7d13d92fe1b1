import type { GameCard } from '@playhub/contract'
import { cx } from '@playhub/ui/cx.ts'
import { Clock3, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AgeMark } from '../../ui/age-mark.tsx'

type Facts = GameCard['facts']

/** A row with the main genre, the age rating, the length of a session, and whether the game runs on phones. */
export function CardFacts({ facts, className }: { facts: Facts; className?: string }) {
  const { t } = useTranslation('catalogue')
  const { genres, session, controls, age } = facts
  const [genre] = genres
  const hasTouch = controls.includes('touch')
  if (!genre && !session && !hasTouch && age === null) return null
  return (
    <ul className={cx('flex flex-wrap items-center gap-x-1.5 gap-y-1 text-13 md:gap-x-3', className)}>
      {genre && <li>{t(`genre.${genre}`)}</li>}
      {age !== null && (
        <li className="inline-flex">
          <AgeMark age={age} />
        </li>
      )}
      {session && (
        <li className="inline-flex items-center gap-1 whitespace-nowrap">
          <Clock3 size={14} aria-hidden="true" className="hidden md:block" />
          {formatSession(t, session)}
        </li>
      )}
      {hasTouch && (
        <li className="hidden md:block">
          <Smartphone size={14} role="img" aria-label={t('onPhones')} />
        </li>
      )}
    </ul>
  )
}

/** The length of a session, such as "3–10 min". */
export function formatSession(
  t: (key: 'minutes' | 'minutesExactly', values: { from: number; to: number }) => string,
  { fromMinutes: from, toMinutes: to }: NonNullable<Facts['session']>,
): string {
  return t(from === to ? 'minutesExactly' : 'minutes', { from, to })
}
