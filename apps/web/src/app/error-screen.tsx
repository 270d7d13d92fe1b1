import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ApiRefusal, ApiUnreachable } from '../lib/api-refusal.ts'
import { usePageLanguage } from '../lib/hooks.ts'
import { isLoadTrouble } from '../lib/load.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { MomentScreen } from '../ui/moment-screen.tsx'
import { LostDoor, UnpluggedCable } from '../ui/pictures.tsx'

type Trouble = 'offline' | 'server' | 'notFound' | 'unexpected'

/** Where every failure of a page ends: what happened, and always a way out. */
export function ErrorScreen() {
  const error = useRouteError()
  const trouble = troubleOf(error)
  if (trouble === 'unexpected') return <UnexpectedError message={messageOf(error)} />
  return <KnownTrouble trouble={trouble} />
}

const pictures: Record<Exclude<Trouble, 'unexpected'>, ReactNode> = {
  offline: <UnpluggedCable />,
  server: <UnpluggedCable />,
  notFound: <LostDoor />,
}

function KnownTrouble({ trouble }: { trouble: Exclude<Trouble, 'unexpected'> }) {
  const { t } = useTranslation('errors')
  return (
    <main id="content" className="grow">
      <MomentScreen
        picture={pictures[trouble]}
        title={t(`screen.${trouble}Title`)}
        text={t(`screen.${trouble}Text`)}
        actions={<WaysOut canRetry={trouble !== 'notFound'} />}
      />
    </main>
  )
}

/** The specification's default screen: its heading, and the message or the status text. */
function UnexpectedError({ message }: { message: string }) {
  const { t } = useTranslation('errors')
  return (
    <main id="content" className="grow">
      <MomentScreen
        picture={<UnpluggedCable />}
        title={t('screen.heading')}
        text={
          <>
            <code className="mb-4 block rounded-control bg-ink-2 p-3 text-start text-13 break-words text-text">
              {message}
            </code>
            {t('screen.way')}
          </>
        }
        actions={<WaysOut canRetry />}
      />
    </main>
  )
}

function WaysOut({ canRetry }: { canRetry: boolean }) {
  const { t } = useTranslation()
  const language = usePageLanguage()
  const { revalidate, state } = useRevalidator()
  return (
    <>
      {canRetry && (
        <Button onClick={() => revalidate()} isLoading={state === 'loading'} icon={<RefreshCw size={18} />}>
          {t('retry')}
        </Button>
      )}
      <LinkButton kind={canRetry ? 'secondary' : 'primary'} href={`/games/${language}/`}>
        {t('toGames')}
      </LinkButton>
    </>
  )
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof ApiUnreachable) return 'offline'
  if (error instanceof ApiRefusal) return error.status === 404 ? 'notFound' : 'server'
  if (!isRouteErrorResponse(error)) return 'unexpected'
  if (isLoadTrouble(error.data)) return error.data.kind
  if (error.status === 404) return 'notFound'
  return 'unexpected'
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? error.message : String(error)
}
