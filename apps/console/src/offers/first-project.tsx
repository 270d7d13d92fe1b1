import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { useMe } from '../lib/me.ts'

/** Opens the offers of the first game. */
export function Component() {
  const { t } = useTranslation(['offers', 'common'])
  const me = useMe()
  const first = me.projects.find(({ id }) => me.can('offers.read', id))
  if (first) return <Navigate to={`/offers/${encodeURIComponent(first.id)}`} replace />
  return (
    <PageFrame title={t('common:area.offers')}>
      <p className="py-16 text-center text-15 text-soft">{t('noProject')}</p>
    </PageFrame>
  )
}
