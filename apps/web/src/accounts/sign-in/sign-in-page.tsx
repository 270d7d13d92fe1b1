import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { LoaderFunctionArgs } from 'react-router'
import { navigate } from '../../lib/browser/navigation.ts'
import { useClientConfig } from '../../lib/context/client-config.ts'
import { usePageLanguage, useProjectConfig } from '../../lib/context/page-context.ts'
import { toInterfaceLanguage } from '../../lib/language/language.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Warning } from '../../ui/error-banner.tsx'
import { DocumentLink } from '../forms/document-link.tsx'
import { OtherWay, SignInCard } from '../forms/sign-in-card.tsx'
import { offeredMethods } from '../oauth/auth-methods.ts'
import type { SocialMethod } from '../oauth/flow.ts'
import type { FlowStage } from '../oauth/flow-controller.ts'
import { useFlowFailure, withFailure } from '../oauth/flow-failure.ts'
import type { FlowEnd } from '../oauth/flow-result.ts'
import { useSocialFlow } from '../oauth/use-oauth-flow.ts'
import { WaitingPanel } from '../oauth/waiting-panel.tsx'
import { continueAsGuest, failSignIn, finishSignIn } from './finish-sign-in.ts'
import { enterAsGuest } from './guest-loader.ts'
import { buttonIdOf, MethodList } from './method-list.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('accounts:chooser.title') }
/** The server has no idea who comes in, so the browser asks once more in a page that the server rendered. */
export const loader = Object.assign((args: LoaderFunctionArgs) => enterAsGuest(args), { hydrate: true })

/** How would you like to sign in? One button for each way the project allows, and a way past the door. */
export function Component() {
  const { t } = useTranslation('accounts')
  const language = toInterfaceLanguage(usePageLanguage())
  const methods = offeredMethods(useProjectConfig()?.authMethods, language, useClientConfig().authMethods)
  const failure = useFlowFailure()
  const { stage, begin, cancel } = useSocialFlow('sign-in', (end, method) => void goOn(end, method))
  useFocusOnReturn(stage)
  if (stage.name === 'waiting') {
    return (
      <SignInCard title={t('chooser.title')}>
        <WaitingPanel stage={stage} onCancel={cancel} />
      </SignInCard>
    )
  }
  const opening = stage.name === 'starting' ? stage.method : null
  return (
    <SignInCard title={t('chooser.title')} text={t('chooser.text')}>
      <div className="mb-4 empty:hidden">
        <Warning>{opening ? undefined : failure}</Warning>
      </div>
      {methods.length > 0 ? (
        <MethodList methods={methods} opening={opening} onSocial={begin} />
      ) : (
        <NoMethods />
      )}
      {methods.some((method) => method !== 'mail') && <Agreement />}
      {methods.includes('mail') && (
        <div className="mt-2 text-15 text-soft">
          <OtherWay question={t('chooser.noAccount')} href="/session/registration">
            {t('chooser.register')}
          </OtherWay>
        </div>
      )}
      <Guest />
    </SignInCard>
  )
}

/** Called off, a flow leaves the focus on the button that began it. */
function useFocusOnReturn(stage: FlowStage): void {
  const begun = useRef<SocialMethod>(null)
  useEffect(() => {
    if (stage.name !== 'choosing') begun.current = stage.method
    else if (begun.current) document.getElementById(buttonIdOf(begun.current))?.focus()
  }, [stage])
}

/** The end of a flow whose popup this screen has waited for. */
async function goOn(end: FlowEnd, method: SocialMethod): Promise<void> {
  if (end.name === 'signed-in') await finishSignIn(end.result)
  if (end.name === 'failed' && !(await failSignIn(end.errorCode))) {
    navigate(withFailure(location.pathname, end.errorCode, method), { replace: true })
  }
}

/** What signing in with a provider agrees to; registering by email asks for it in its own form. */
function Agreement() {
  const { t } = useTranslation('accounts')
  return (
    <p className="mt-4 text-center text-13 text-pretty text-soft">
      <Trans
        t={t}
        i18nKey="chooser.agreement"
        components={{ terms: <DocumentLink name="terms" />, policy: <DocumentLink name="personal-data" /> }}
      />
    </p>
  )
}

function Guest() {
  const { t } = useTranslation('accounts')
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    await continueAsGuest()
  }
  return (
    <div className="mt-4 border-t border-line pt-4 text-center">
      <Button data-boot kind="quiet" isWide isLoading={isLeaving} onClick={leave}>
        {t('chooser.guest')}
      </Button>
      <p className="mt-1 text-13 text-pretty text-soft">{t('chooser.guestNote')}</p>
    </div>
  )
}

function NoMethods() {
  const { t } = useTranslation('accounts')
  return <p className="rounded-control bg-ink-2 px-4 py-3 text-center text-15">{t('chooser.noMethods')}</p>
}
