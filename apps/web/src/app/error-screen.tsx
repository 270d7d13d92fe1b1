import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ApiRefusal, ApiUnreachable } from '../lib/api/api.ts'
import { usePageLanguage } from '../lib/context/page-context.ts'
import { isLoadFailure } from '../lib/feedback/load.ts'
import { PageUnreachable } from '../lib/page/lazy-page.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Illustration, OfflineIllustration } from '../ui/illustrations.tsx'
import { ResultScreen } from '../ui/result-screen.tsx'

type Trouble = 'offline' | 'server' | 'notFound' | 'unexpected'

/** Tries to show the page again. */
type Retry = { retry: () => void; isUnderWay: boolean }

/** Where every failure of a page ends: what happened, and always a way out. */
export function ErrorScreen() {
  const error = useRouteError()
  const trouble = troubleOf(error)
  const again = useRetry(error instanceof PageUnreachable)
  useRetryWhenOnline(trouble === 'offline', again.retry)
  if (trouble === 'unexpected') return <UnexpectedError message={messageOf(error)} again={again} />
  return <KnownTrouble trouble={trouble} again={again} />
}

/** @param isWhole  Whether the page has to be loaded anew: a part of it did not arrive. */
function useRetry(isWhole: boolean): Retry {
  const { revalidate, state } = useRevalidator()
  return {
    retry: () => (isWhole ? window.location.reload() : void revalidate()),
    isUnderWay: state === 'loading',
  }
}

/** Who was without a connection need not press anything once it is back. */
function useRetryWhenOnline(isOffline: boolean, retry: () => void): void {
  const retryNow = useEffectEvent(retry)
  useEffect(() => {
    if (!isOffline) return
    const onOnline = () => retryNow()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [isOffline])
}

const pictures: Record<Exclude<Trouble, 'unexpected'>, ReactNode> = {
  offline: <OfflineIllustration />,
  server: <OfflineIllustration />,
  notFound: <Illustration name="not-found" />,
}

function KnownTrouble({ trouble, again }: { trouble: Exclude<Trouble, 'unexpected'>; again: Retry }) {
  const { t } = useTranslation('errors')
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={pictures[trouble]}
        title={t(`screen.${trouble}Title`)}
        text={t(`screen.${trouble}Text`)}
        actions={<WaysOut again={trouble === 'notFound' ? undefined : again} />}
      />
    </main>
  )
}

/** The specification's default screen: its heading, and the message or the status text. */
function UnexpectedError({ message, again }: { message: string; again: Retry }) {
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
        actions={<WaysOut again={again} />}
      />
    </main>
  )
}

function WaysOut({ again }: { again: Retry | undefined }) {
  const { t } = useTranslation()
  const language = usePageLanguage()
  return (
    <>
      {again && (
        <Button onClick={again.retry} isLoading={again.isUnderWay} icon={<RefreshCw size={18} />}>
          {t('retry')}
        </Button>
      )}
      <LinkButton kind={again ? 'secondary' : 'primary'} href={`/games/${language}/`}>
        {t('toGames')}
      </LinkButton>
    </>
  )
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof ApiUnreachable || error instanceof PageUnreachable) return 'offline'
  if (error instanceof ApiRefusal) return error.status === 404 ? 'notFound' : 'server'
  if (!isRouteErrorResponse(error)) return 'unexpected'
  if (isLoadFailure(error.data)) return error.data.kind
  if (error.status === 404) return 'notFound'
  return 'unexpected'
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? error.message : String(error)
}
