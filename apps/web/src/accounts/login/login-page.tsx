import { Button } from '@playhub/ui/button.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, redirect, useLocation } from 'react-router'
import { navigate } from '../../lib/browser/navigation.ts'
import { useClientConfig } from '../../lib/context/client-config.ts'
import { useHubContext } from '../../lib/context/hub-context.ts'
import { useInterfaceLanguage, useProjectConfig } from '../../lib/context/page-context.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { AlternativeLink, DocumentLink, LoginCard } from '../forms/login-card.tsx'
import { offeredMethods } from '../oauth/auth-methods.ts'
import type { OAuthMethod } from '../oauth/flow.ts'
import type { FlowStage } from '../oauth/flow-controller.ts'
import { useFlowFailure, withFailure } from '../oauth/flow-failure.ts'
import type { FlowResult } from '../oauth/flow-result.ts'
import { consentPath, readHeldLogin } from '../oauth/held-login.ts'
import { useOAuthFlow } from '../oauth/use-oauth-flow.ts'
import { WaitingPanel } from '../oauth/waiting-panel.tsx'
import { completeLogin, continueAsGuest, failLogin } from './complete-login.ts'
import { guestLoader } from './guest-loader.ts'
import { getButtonId, MethodList } from './method-list.tsx'
import { requestedPage } from './player-pages.ts'

export const handle: RouteHandle = {
  title: (messages) => messages.t('accounts:chooser.title'),
  access: 'guest',
  head: import.meta.env.SSR
    ? (_data, { messages, page }) => {
        const title = messages.t('accounts:chooser.title')
        const description = messages.t('accounts:chooser.text')
        return {
          page: {
            title: `${title} · ${page.ogSiteName}`,
            ogTitle: title,
            description,
            ogDescription: description,
          },
          path: '/session/login',
          hasOneUrl: true,
        }
      }
    : undefined,
}
/** Runs again during hydration: the server does not know whether the player is logged in. */
export const loader = Object.assign(load, { hydrate: true })

/** A login that waits for a consent goes on. */
async function load(args: LoaderFunctionArgs): Promise<null> {
  await guestLoader(args)
  if (!import.meta.env.SSR && readHeldLogin()) throw redirect(consentPath)
  return null
}

export function Component() {
  const { t } = useTranslation('accounts')
  const language = useInterfaceLanguage()
  const project = useProjectConfig()
  const methods = offeredMethods(project?.authMethods, language, useClientConfig().authMethods)
  // Whose game learns who has logged in.
  const { session } = useHubContext()
  const projectName = session && project && (project.name[language] ?? Object.values(project.name)[0])
  const failure = useFlowFailure()
  const requested = requestedPage(useLocation().search)
  const { stage, begin, retry, cancel } = useOAuthFlow(
    'sign-in',
    (result, method) => void onResult(result, method),
  )
  useFocusOnReturn(stage)
  if (stage.name === 'waiting') {
    return (
      <LoginCard title={t('chooser.title')}>
        <WaitingPanel stage={stage} onRetry={retry} onCancel={cancel} />
      </LoginCard>
    )
  }
  const opening = stage.name === 'starting' ? stage.method : null
  return (
    <LoginCard
      title={t('chooser.title')}
      text={
        projectName
          ? t('chooser.forProject', { project: projectName })
          : t(requested ? `chooser.next.${requested}` : 'chooser.text')
      }
    >
      <div className="mb-4 empty:hidden">
        <ErrorBanner>{opening ? undefined : failure}</ErrorBanner>
      </div>
      {methods.length > 0 ? (
        <MethodList methods={methods} opening={opening} onSelect={begin} />
      ) : (
        <p className="rounded-control bg-ink-2 px-4 py-3 text-center text-15">{t('chooser.noMethods')}</p>
      )}
      {methods.some((method) => method !== 'mail') && <Agreement />}
      {methods.includes('mail') && (
        <div className="mt-2 text-15 text-soft">
          <AlternativeLink question={t('chooser.noAccount')} href="/session/registration">
            {t('chooser.register')}
          </AlternativeLink>
        </div>
      )}
      <GuestOption />
    </LoginCard>
  )
}

/** Focuses a flow's button once the flow is cancelled. */
function useFocusOnReturn(stage: FlowStage): void {
  const started = useRef<OAuthMethod>(null)
  useEffect(() => {
    if (stage.name !== 'choosing') started.current = stage.method
    else if (started.current) document.getElementById(getButtonId(started.current))?.focus()
  }, [stage])
}

async function onResult(result: FlowResult, method: OAuthMethod): Promise<void> {
  if (result.name === 'signed-in') await completeLogin(result.result)
  if (result.name === 'consent-required') navigate(consentPath, { replace: true })
  if (result.name === 'failed' && !(await failLogin(result.errorCode))) {
    navigate(withFailure(location.pathname, result.errorCode, method), { replace: true })
  }
}

/** The terms for logging in with a provider; the registration form has its own. */
function Agreement() {
  const { t } = useTranslation('accounts')
  const { requiresConsent } = useClientConfig()
  return (
    <p className="mt-4 text-center text-13 text-pretty text-soft">
      <Trans
        t={t}
        i18nKey={requiresConsent ? 'chooser.terms' : 'chooser.agreement'}
        components={{ terms: <DocumentLink name="terms" />, policy: <DocumentLink name="personal-data" /> }}
      />
    </p>
  )
}

function GuestOption() {
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
