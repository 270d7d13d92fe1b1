import { cx } from '@playhub/ui/cx.ts'
import { Heart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { listFavourites } from './library-rules.ts'
import { setFavourite, useLibrary } from './library-store.ts'

/** A toggle on a game's picture. */
export function FavouriteButton(props: { project: string; name: string; className?: string }) {
  const { project, name, className } = props
  const { t } = useTranslation('catalogue')
  const isFavourite = listFavourites(useLibrary()).includes(project)
  return (
    <button
      type="button"
      data-boot
      aria-pressed={isFavourite}
      aria-label={t('library.favourite', { name })}
      title={t(isFavourite ? 'library.remove' : 'library.add')}
      onClick={() => void setFavourite(project, !isFavourite)}
      className={cx('art-button favourite-button', className)}
    >
      <Heart size={18} fill={isFavourite ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  )
}
