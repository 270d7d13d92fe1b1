import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { FullPageSpinner } from '../../ui/spinner.tsx'
import { watchFlow } from '../oauth/poll-flow.ts'
import { askAbout } from '../oauth/use-oauth-flow.ts'
import { type Arrival, finishLogin, readArrival } from './finish-login.ts'

/** Where providers, and sign-ins meant for others, end: a loader, unless somebody has to be told something. */
export function Component() {
  const { result } = useParams()
  const [query] = useSearchParams()
  const text = query.get('result') ?? result ?? null
  const [arrival] = useState(() => readArrival(text, Boolean(window.opener)))
  const isStillHere = useFinish(arrival)
  if (arrival.name === 'popup' && arrival.end?.name === 'failed') return <FailedInPopup />
  if (arrival.name === 'nothing' || (arrival.name === 'popup' && isStillHere)) return <Done />
  return <FullPageSpinner />
}

/** Does what the window came for. @returns whether a popup that should be gone is still here. */
function useFinish(arrival: Arrival): boolean {
  const [isStillHere, setIsStillHere] = useState(false)
  useEffect(() => {
    if (arrival.name === 'ended') void finishLogin(arrival.end, arrival.flow)
    if (arrival.name === 'flow') return finishFlow(arrival)
    if (arrival.name === 'popup' && arrival.end?.name !== 'failed') {
      window.close()
      const timer = setTimeout(() => setIsStillHere(true), 500)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [arrival])
  return isStillHere
}

function finishFlow({ flow }: Extract<Arrival, { name: 'flow' }>): () => void {
  return watchFlow(
    () => askAbout(flow),
    () => true,
    {
      end: (end) => void finishLogin(end, flow),
      noAnswer: () => showErrorToast('CHECK_USER_AUTH_STATE_ERROR'),
    },
  )
}

function Done() {
  const { t } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const language = usePageLanguage()
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={<Illustration name="guest" />}
        title={t('social.canClose')}
        text={t('social.canCloseText')}
        actions={
          <LinkButton kind="secondary" href={`/games/${language}/`}>
            {common('toGames')}
          </LinkButton>
        }
      />
    </main>
  )
}

/** The hub behind this popup may never hear of it: it is told here, and the popup is the player's to close. */
function FailedInPopup() {
  const { t } = useTranslation('accounts')
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={<Illustration name="not-found" />}
        title={t('social.failedTitle')}
        text={t('social.failedInPopup')}
        actions={<Button onClick={() => window.close()}>{t('social.closeWindow')}</Button>}
      />
    </main>
  )
}
