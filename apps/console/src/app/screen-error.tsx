import { Button } from '@playhub/ui/button.tsx'
import { ApiRefusal, isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { isImportFailure } from '@playhub/ui/feedback/retry-import.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { getErrorMessage } from '../lib/error-message.ts'
import { NotFound } from './not-found.tsx'
import { StartScreen } from './shell.tsx'

/** A screen whose data did not load. The rail stays. */
export function ScreenError() {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  const error = useRouteError()
  const isMissing = isImportFailure(error)
  const isReloading = useReload(isMissing)
  if (isNotFound(error)) return <NotFound />
  if (isReloading) return <StartScreen />
  // The login page opens by itself.
  if (error instanceof ApiRefusal && error.code === 'OPERATOR_UNAUTHORIZED') return null
  return (
    <PageFrame title={t(isRefusal(error, 'OPERATOR_FORBIDDEN') ? 'forbidden.title' : 'failed.title')}>
      <p role="alert" className="max-w-140 text-15 text-pretty text-soft">
        {getErrorMessage(error)}
      </p>
      <div className="mt-5">
        <Button
          kind="secondary"
          size="small"
          isLoading={state === 'loading'}
          onClick={() => void (isMissing ? reloadDocument() : revalidate())}
        >
          {t('retry')}
        </Button>
      </div>
    </PageFrame>
  )
}

/**
 * Opens the page again, once: some browsers remember that a file failed to load, and after a release its name is gone.
 * @returns true until the hub has not responded: before, an error with a button would be gone at once.
 */
function useReload(isMissing: boolean): boolean {
  const [isReloading, setIsReloading] = useState(() => !history.state?.hasReloaded)
  useEffect(() => {
    if (!isMissing || history.state?.hasReloaded) return
    history.replaceState({ ...history.state, hasReloaded: true }, '')
    void reloadDocument().then(setIsReloading)
  }, [isMissing])
  return isMissing && isReloading
}

/** Leaves the screen while the hub does not respond. @returns false then */
async function reloadDocument(): Promise<boolean> {
  const isServed = await fetch(location.href).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isServed) location.reload()
  return isServed
}

const isNotFound = (error: unknown) =>
  (error instanceof ApiRefusal && error.status === 404) ||
  (isRouteErrorResponse(error) && error.status === 404)
