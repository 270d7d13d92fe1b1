import { LinkButton } from '@playhub/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'

/** Unknown address, or an object outside the operator's projects. */
export function NotFound() {
  const { t } = useTranslation()
  const home = useHref('/')
  return (
    <PageFrame title={t('notFound.title')}>
      <p className="max-w-140 text-15 text-pretty text-soft">{t('notFound.text')}</p>
      <div className="mt-5">
        <LinkButton href={home} kind="secondary" size="small">
          {t('notFound.home')}
        </LinkButton>
      </div>
    </PageFrame>
  )
}
