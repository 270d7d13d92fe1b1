import { Button } from '@playhub/ui/button.tsx'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { getErrorMessage } from '../lib/error-message.ts'
import { NotFound } from './not-found.tsx'

/** A screen whose data did not load. The rail stays. */
export function ScreenError() {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  const error = useRouteError()
  if (isNotFound(error)) return <NotFound />
  // The login page opens by itself.
  if (error instanceof ApiRefusal && error.code === 'OPERATOR_UNAUTHORIZED') return null
  return (
    <PageFrame title={t('failed.title')}>
      <p role="alert" className="max-w-140 text-15 text-pretty text-soft">
        {getErrorMessage(error)}
      </p>
      <div className="mt-5">
        <Button
          kind="secondary"
          size="small"
          isLoading={state === 'loading'}
          onClick={() => void revalidate()}
        >
          {t('retry')}
        </Button>
      </div>
    </PageFrame>
  )
}

const isNotFound = (error: unknown) =>
  (error instanceof ApiRefusal && error.status === 404) ||
  (isRouteErrorResponse(error) && error.status === 404)
