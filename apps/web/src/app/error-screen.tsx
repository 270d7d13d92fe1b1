import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { isImportFailure } from '@playhub/ui/feedback/retry-import.ts'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { usePageLanguage } from '../lib/context/page-context.ts'
import { isLoadFailure } from '../lib/feedback/load.ts'
import { untilReconnected } from '../lib/offline/connection.ts'
import { PageUnreachable, reloadDocument } from '../lib/page/lazy-page.ts'
import { Illustration, OfflineIllustration } from '../ui/illustrations.tsx'
import { ResultScreen } from '../ui/result-screen.tsx'

type ErrorKind = 'offline' | 'server' | 'notFound' | 'unexpected'

type Retry = { retry: () => void; isPending: boolean }

/** The error boundary for all pages. */
export function ErrorScreen() {
  const error = useRouteError()
  const kind = toErrorKind(error)
  const { retryUnseen, ...retry } = useRetry(isUnreachable(error))
  useRetryWhenOnline(kind === 'offline' ? error : null, retryUnseen)
  if (kind === 'unexpected') return <UnexpectedError message={getErrorMessage(error)} retry={retry} />
  return <KnownError kind={kind} retry={retry} />
}

/** `retryUnseen` leaves the button as it is. */
function useRetry(needsReload: boolean): Retry & { retryUnseen: () => void } {
  const { revalidate, state } = useRevalidator()
  const [isRequested, setIsRequested] = useState(false)
  const tryAgain = (isByPlayer: boolean) => {
    setIsRequested(isByPlayer)
    void (needsReload ? reloadDocument() : revalidate())
  }
  return {
    retry: () => tryAgain(true),
    retryUnseen: () => tryAgain(false),
    isPending: isRequested && state === 'loading',
  }
}

/** Retries automatically when the connection is back, after each failure anew. */
function useRetryWhenOnline(failure: unknown, retry: () => void): void {
  const retryNow = useEffectEvent(retry)
  useEffect(() => {
    if (!failure) return
    let isShown = true
    void untilReconnected().then(() => isShown && retryNow())
    return () => {
      isShown = false
    }
  }, [failure])
}

const illustrations: Record<Exclude<ErrorKind, 'unexpected'>, ReactNode> = {
  offline: <OfflineIllustration />,
  server: <OfflineIllustration />,
  notFound: <Illustration name="not-found" />,
}

function KnownError({ kind, retry }: { kind: Exclude<ErrorKind, 'unexpected'>; retry: Retry }) {
  const { t } = useTranslation('errors')
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={illustrations[kind]}
        title={t(`screen.${kind}Title`)}
        text={t(`screen.${kind}Text`)}
        actions={<ErrorActions retry={kind === 'notFound' ? undefined : retry} />}
      />
    </main>
  )
}

/** The specification's default error screen, with the message or the status text. */
function UnexpectedError({ message, retry }: { message: string; retry: Retry }) {
  const { t } = useTranslation('errors')
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={<OfflineIllustration />}
        title={t('screen.heading')}
        text={
          <>
            <code className="mb-4 block rounded-control bg-ink-2 p-3 text-start text-13 break-words text-text">
              {message}
            </code>
            {t('screen.way')}
          </>
        }
        actions={<ErrorActions retry={retry} />}
      />
    </main>
  )
}

function ErrorActions({ retry }: { retry: Retry | undefined }) {
  const { t } = useTranslation()
  const language = usePageLanguage()
  return (
    <>
      {retry && (
        <Button onClick={retry.retry} isLoading={retry.isPending} icon={<RefreshCw size={18} />}>
          {t('retry')}
        </Button>
      )}
      <LinkButton kind={retry ? 'secondary' : 'primary'} href={`/games/${language}/`}>
        {t('toGames')}
      </LinkButton>
    </>
  )
}

/** A module of the page, or of a part loaded later, is missing. */
const isUnreachable = (error: unknown) => error instanceof PageUnreachable || isImportFailure(error)

function toErrorKind(error: unknown): ErrorKind {
  if (error instanceof ApiUnreachable || isUnreachable(error)) return 'offline'
  if (error instanceof ApiRefusal) return error.status === 404 ? 'notFound' : 'server'
  if (!isRouteErrorResponse(error)) return 'unexpected'
  if (isLoadFailure(error.data)) return error.data.kind
  if (error.status === 404) return 'notFound'
  return 'unexpected'
}

function getErrorMessage(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? error.message : String(error)
}
