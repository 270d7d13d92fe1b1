import { useTranslation } from 'react-i18next'
import { type SearchKind, searchKinds } from './hits.ts'

/** Searched kinds, and those hidden from the role. */
export function LookedFor({ hiddenKinds }: { hiddenKinds: readonly SearchKind[] }) {
  const { t, i18n } = useTranslation('search')
  const list = new Intl.ListFormat(i18n.language)
  const name = (kinds: readonly SearchKind[]) => list.format(kinds.map((kind) => t(`kindInText.${kind}`)))
  return (
    <p className="text-13 text-pretty text-soft">
      {t('looked', { kinds: name(searchKinds.filter((kind) => !hiddenKinds.includes(kind))) })}{' '}
      {hiddenKinds.length > 0 && t('hidden', { kinds: name(hiddenKinds) })}
    </p>
  )
}
