import type { Identity } from '@playhub/contract'
import type { AuthMethod } from '@playhub/contract/payment-methods'
import { Button } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { useClientConfig } from '../../lib/context/client-config.ts'
import { useInterfaceLanguage } from '../../lib/context/page-context.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import { formatDate } from '../../lib/language/format-date.ts'
import { offeredMethods } from '../oauth/auth-methods.ts'
import { finishLinking } from '../oauth/finish-linking.ts'
import type { OAuthMethod } from '../oauth/flow.ts'
import { useFlowFailure } from '../oauth/flow-failure.ts'
import { MethodIcon } from '../oauth/method-icon.tsx'
import { useOAuthFlow } from '../oauth/use-oauth-flow.ts'
import { WaitingPanel } from '../oauth/waiting-panel.tsx'
import { useReauthentication } from '../reauthentication/reauthentication.tsx'
import { Part, RowIcon, rowClass } from './section.tsx'

/** Linked and linkable identities; a waiting panel while a provider's popup is open. */
export function Identities({ identities }: { identities: Identity[] }) {
  const { stage, begin, retry, cancel } = useLinking()
  const [, run] = useAction()
  const withReauthentication = useReauthentication()
  const failure = useFlowFailure()
  if (stage.name === 'waiting') return <WaitingPanel stage={stage} onRetry={retry} onCancel={cancel} />
  const linking = stage.name === 'starting' ? stage.method : null
  const link = (method: OAuthMethod) =>
    run(async () => {
      if (await withReauthentication(checkReauthentication)) begin(method)
    })
  return (
    <>
      {failure && !linking && (
        <div ref={scrollIntoView}>
          <ErrorBanner>{failure}</ErrorBanner>
        </div>
      )}
      <IdentityList identities={identities} linking={linking} onLink={(method) => void link(method)} />
    </>
  )
}

const checkReauthentication = async () => void (await call('GET /me/reauthentication'))

/** The page opens at its top after the redirect from the provider. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

function IdentityList(props: {
  identities: Identity[]
  linking: OAuthMethod | null
  onLink: (method: OAuthMethod) => void
}) {
  const { identities, linking, onLink } = props
  const { t } = useTranslation('profile')
  const linkable = useLinkableMethods(identities)
  const [unlinking, setUnlinking] = useState<Identity | null>(null)
  useFocusOnChange(identities)
  return (
    <>
      <ul className="surface divide-y divide-line">
        {identities.map((identity) => (
          <IdentityRow
            key={identity.provider}
            identity={identity}
            isLast={identities.length === 1}
            onUnlink={setUnlinking}
          />
        ))}
      </ul>
      {linkable.length > 0 && (
        <Part title={t('identities.linkMore')}>
          <ul className="flex flex-wrap gap-2">
            {linkable.map((method) => (
              <li key={method}>
                <LinkIdentity method={method} isLinking={linking === method} onLink={onLink} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <UnlinkDialog identity={unlinking} onClose={() => setUnlinking(null)} />
    </>
  )
}

/** Sorted as on the login page. */
function useLinkableMethods(identities: Identity[]): OAuthMethod[] {
  const available = useClientConfig().authMethods
  const isLinked = (method: AuthMethod) => identities.some(({ provider }) => provider === method)
  return offeredMethods(undefined, useInterfaceLanguage(), available).filter(
    (method): method is OAuthMethod => method !== 'mail' && !isLinked(method),
  )
}

const getButtonId = (method: AuthMethod) => `identity-${method}`

/** After unlinking a method, the focus moves from its row to its link button. */
function useFocusOnChange(identities: Identity[]): void {
  const shown = useRef(identities)
  useEffect(() => {
    const isLinked = (provider: AuthMethod) => identities.some((identity) => identity.provider === provider)
    const unlinked = shown.current.find(({ provider }) => !isLinked(provider))
    shown.current = identities
    if (unlinked) document.getElementById(getButtonId(unlinked.provider))?.focus()
  }, [identities])
}

function useLinking() {
  const { revalidate } = useRevalidator()
  return useOAuthFlow('link', async (result, method) => {
    if (result.name === 'linked') await revalidate()
    if (result.name !== 'cancelled') await finishLinking(result, method)
  })
}

function IdentityRow(props: { identity: Identity; isLast: boolean; onUnlink: (identity: Identity) => void }) {
  const { identity, isLast, onUnlink } = props
  const { t } = useTranslation('profile')
  const { t: accounts } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const method = identity.provider
  return (
    <li className={rowClass}>
      <RowIcon>
        <MethodIcon method={method} />
      </RowIcon>
      <div className="min-w-0 grow">
        <p className="text-15 font-semibold">{accounts(`methodName.${method}`)}</p>
        <IdentityDetails identity={identity} />
        {isLast && <p className="mt-0.5 text-13 text-pretty text-soft">{t('identities.last')}</p>}
      </div>
      {!isLast && (
        <Button
          kind="quiet"
          size="small"
          aria-label={t('identities.unlinkNamed', { method: common(`authMethod.${method}`) })}
          onClick={() => onUnlink(identity)}
        >
          {t('identities.unlink')}
        </Button>
      )}
    </li>
  )
}

function LinkIdentity(props: {
  method: OAuthMethod
  isLinking: boolean
  onLink: (method: OAuthMethod) => void
}) {
  const { method, isLinking, onLink } = props
  const { t } = useTranslation('profile')
  const { t: accounts } = useTranslation('accounts')
  const { t: common } = useTranslation()
  return (
    <Button
      id={getButtonId(method)}
      kind="secondary"
      size="small"
      isLoading={isLinking}
      icon={<MethodIcon method={method} />}
      aria-label={t('identities.linkNamed', { method: common(`authMethod.${method}`) })}
      onClick={() => onLink(method)}
    >
      {accounts(`methodName.${method}`)}
    </Button>
  )
}

/** The player's name at the provider, and the linking date. */
function IdentityDetails({ identity }: { identity: Identity }) {
  const { t, i18n } = useTranslation('profile')
  const date = formatDate(identity.linkedAt, i18n.language)
  return (
    <p className="text-13 break-words text-soft">
      {[identity.label, t('identities.linkedAt', { date })].filter(Boolean).join(' · ')}
    </p>
  )
}

/** Confirms unlinking. It keeps the last identity, so the text stays while the dialog fades out. */
function UnlinkDialog({ identity, onClose }: { identity: Identity | null; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const { revalidate } = useRevalidator()
  const [isUnlinking, run] = useAction()
  const withReauthentication = useReauthentication()
  const [shown, setShown] = useState(identity)
  if (identity && identity !== shown) setShown(identity)
  if (!shown) return null
  const method = common(`authMethod.${shown.provider}`)
  const unlink = () =>
    run(async () => {
      const { provider } = shown
      const request = async () => void (await call('POST /me/identities/unlink', { body: { provider } }))
      if (!(await withReauthentication(request, onClose))) return
      toast.success(t('identities.unlinked', { method }))
      onClose()
      await revalidate()
    })
  return (
    <ConfirmDialog
      isOpen={identity !== null}
      title={t('identities.question', { method })}
      description={t(shown.provider === 'mail' ? 'identities.consequenceOfMail' : 'identities.consequence')}
      confirmLabel={t('identities.unlink')}
      isDanger
      isLoading={isUnlinking}
      onConfirm={() => void unlink()}
      onClose={onClose}
    />
  )
}
