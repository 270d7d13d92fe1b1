import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { FullPageSpinner } from '@playhub/ui/spinner.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { pollFlow } from '../oauth/poll-flow.ts'
import { fetchFlowState } from '../oauth/use-oauth-flow.ts'
import { type Callback, finishLogin, readCallback } from './finish-login.ts'

/** `/session/loginDone`: a spinner, unless there is a message for the player. */
export function Component() {
  const { result } = useParams()
  const [query] = useSearchParams()
  const resultText = query.get('result') ?? result ?? null
  const [callback] = useState(() => readCallback(resultText, Boolean(window.opener)))
  const isPopupStillOpen = useFinish(callback)
  if (callback.name === 'popup' && callback.result?.name === 'failed') return <FailedInPopup />
  if (callback.name === 'popup' && isPopupStillOpen) return <Done />
  return <FullPageSpinner />
}

/** @returns whether the popup is still open although it should have closed itself. */
function useFinish(callback: Callback): boolean {
  const [isPopupStillOpen, setIsPopupStillOpen] = useState(false)
  useEffect(() => {
    if (callback.name === 'result') void finishLogin(callback.result, callback.flow)
    if (callback.name === 'flow') {
      const { flow } = callback
      return pollFlow(() => fetchFlowState(flow), true, {
        result: (result) => void finishLogin(result, flow),
        unreachable: () => showErrorToast('CHECK_USER_AUTH_STATE_ERROR'),
      })
    }
    if (callback.name === 'popup' && callback.result?.name !== 'failed') {
      window.close()
      const timer = setTimeout(() => setIsPopupStillOpen(true), 500)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [callback])
  return isPopupStillOpen
}

function Done() {
  const { t } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const language = usePageLanguage()
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={<Illustration name="guest" />}
        title={t('oauth.canClose')}
        text={t('oauth.canCloseText')}
        actions={
          <LinkButton kind="secondary" href={`/games/${language}/`}>
            {common('toGames')}
          </LinkButton>
        }
      />
    </main>
  )
}

/** The hub behind this popup may never get the result, so the popup shows it. */
function FailedInPopup() {
  const { t } = useTranslation('accounts')
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={<Illustration name="not-found" />}
        title={t('oauth.failedTitle')}
        text={t('oauth.failedInPopup')}
        actions={<Button onClick={() => window.close()}>{t('oauth.closeWindow')}</Button>}
      />
    </main>
  )
}
