import type { ContentDraft } from '@playhub/contract/operator'
import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Names the others who change the same files now. */
export function OtherEditors({ editors }: { editors: ContentDraft['editors'] }) {
  const { t, i18n } = useTranslation('content')
  const names = [...new Set(editors.map(({ operator }) => operator))]
  return (
    <p role="status" className="flex items-center gap-2 text-13 text-pending empty:hidden">
      {names.length > 0 && (
        <>
          <PenLine size={15} aria-hidden="true" className="shrink-0" />
          {t('editors', {
            count: names.length,
            names: new Intl.ListFormat(i18n.language).format(names),
          })}
        </>
      )}
    </p>
  )
}
