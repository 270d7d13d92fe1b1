import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { LoaderFunctionArgs } from 'react-router'
import { useClientConfig } from '../lib/client-config.ts'
import { usePageLanguage, useProjectConfig } from '../lib/hooks.ts'
import { toInterfaceLanguage } from '../lib/language.ts'
import { navigate } from '../lib/navigation.ts'
import type { RouteHandle } from '../lib/page-title.ts'
import { Button } from '../ui/button.tsx'
import { offeredMethods } from './auth-methods.ts'
import { DocumentLink } from './document-link.tsx'
import { enterAsGuest } from './entrance.ts'
import { continueAsGuest, failSignIn, finishSignIn } from './finish-sign-in.ts'
import { buttonIdOf, MethodList } from './method-list.tsx'
import { OtherWay, SignInCard } from './sign-in-card.tsx'
import type { SocialMethod } from './social/flow.ts'
import type { FlowEnd } from './social/flow-end.ts'
import { useFlowFailure, withFailure } from './social/flow-failure.ts'
import type { FlowStage } from './social/social-flow.ts'
import { useSocialFlow } from './social/use-social-flow.ts'
import { WaitingPanel } from './social/waiting-panel.tsx'
import { Warning } from './warning.tsx'

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
