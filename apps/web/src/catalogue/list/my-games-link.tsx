import { Heart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShelf } from '../library/use-library.ts'

/** The way to one's own games, once there are some. Its place is free in the row, so that it moves nothing. */
export function MyGamesLink() {
  const { t } = useTranslation('catalogue')
  if (useShelf().length === 0) return null
  return (
    <a
      href="/my-games"
      className="ms-auto inline-flex min-h-11 animate-appear items-center gap-2 rounded-chip border border-line px-4 text-15 text-soft hover:border-line-strong hover:text-text"
    >
      <Heart size={16} aria-hidden="true" />
      {t('shelf.title')}
    </a>
  )
}
