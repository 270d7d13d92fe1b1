import type { RecentChanges } from '@playhub/contract'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/language/format-date.ts'
import { Part, RowIcon, rowClass } from '../section.tsx'

/** Recent changes to login methods, also for players without an email. Shows nothing when there are none. */
export function RecentChangesSection({ changes }: Pick<RecentChanges, 'changes'>) {
  const { t, i18n } = useTranslation('profile')
  if (changes.length === 0) return null
  return (
    <Part title={t('changes.title')} lead={t('changes.lead')}>
      <ul className="surface divide-y divide-line">
        {changes.map(({ kind, changedAt }) => (
          <li key={`${kind} ${changedAt}`} className={rowClass}>
            <RowIcon>
              <History size={20} aria-hidden="true" className="text-soft" />
            </RowIcon>
            <div className="min-w-0 grow">
              <p className="text-15 font-semibold">{t(`changes.${kind}`)}</p>
              <p className="text-13 text-soft">{formatDate(changedAt, i18n.language)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  )
}
