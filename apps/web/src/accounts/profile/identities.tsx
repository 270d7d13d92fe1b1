import type { Identity } from '@playhub/contract'
import type { AuthMethod } from '@playhub/contract/payment-methods'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { useClientConfig } from '../../lib/context/client-config.ts'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { formatDate } from '../../lib/language/format-date.ts'
import { toInterfaceLanguage } from '../../lib/language/language.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { offeredMethods } from '../oauth/auth-methods.ts'
import { finishLinking } from '../oauth/finish-linking.ts'
import type { OAuthMethod } from '../oauth/flow.ts'
import { useFlowFailure } from '../oauth/flow-failure.ts'
import { MethodIcon } from '../oauth/method-icon.tsx'
import { useOAuthFlow } from '../oauth/use-oauth-flow.ts'
import { WaitingPanel } from '../oauth/waiting-panel.tsx'
import { RowIcon, rowClass } from './row.tsx'
import { UnlinkDialog } from './unlink-dialog.tsx'

/** The ways in that are linked and those that can be; or, while a provider asks, the wait for its answer. */
export function WaysToLogIn({ identities }: { identities: Identity[] }) {
  const { stage, begin, cancel } = useLinking()
  const failure = useFlowFailure()
  if (stage.name === 'waiting') return <WaitingPanel stage={stage} onCancel={cancel} />
  const linking = stage.name === 'starting' ? stage.method : null
  return (
    <>
      {failure && !linking && (
        <div ref={bringIntoView}>
          <ErrorBanner>{failure}</ErrorBanner>
        </div>
      )}
      <WayList identities={identities} linking={linking} onLink={begin} />
    </>
  )
}

/** Whoever is back from a provider did not come for the top of the page. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

/** A row stays in its place when its way is linked or unlinked, and so does the focus. */
function WayList(props: {
  identities: Identity[]
  linking: OAuthMethod | null
  onLink: (method: OAuthMethod) => void
}) {
  const { identities, linking, onLink } = props
  const methods = useMethods(identities)
  const [unlinking, setUnlinking] = useState<Identity | null>(null)
  return (
    <>
      <ul className="surface divide-y divide-line">
        {methods.map((method) => (
          <WayRow
            key={method}
            method={method}
            identity={identities.find(({ provider }) => provider === method)}
            isLast={identities.length === 1}
            isLinking={linking === method}
            onLink={onLink}
            onUnlink={setUnlinking}
          />
        ))}
      </ul>
      <UnlinkDialog identity={unlinking} onClose={() => setUnlinking(null)} />
    </>
  )
}

/**
 * What is linked, then what this hub could link, each in the order of the sign-in screen. Linking and unlinking move
 * nothing, so that the focus stays where it was.
 */
function useMethods(identities: Identity[]): AuthMethod[] {
  const linkable = useClientConfig().authMethods.filter((method) => method !== 'mail')
  const linked = identities.map(({ provider }) => provider)
  const language = toInterfaceLanguage(usePageLanguage())
  const [order] = useState(() => {
    const others = linkable.filter((method) => !linked.includes(method))
    return [linked, others].flatMap((methods) => offeredMethods(undefined, language, methods))
  })
  return order.filter((method) => linked.includes(method) || linkable.some((other) => other === method))
}

function useLinking() {
  const { revalidate } = useRevalidator()
  return useOAuthFlow('link', async (end, method) => {
    if (end.name === 'linked') await revalidate()
    if (end.name !== 'cancelled') await finishLinking(end, method)
  })
}

function WayRow(props: {
  method: AuthMethod
  identity: Identity | undefined
  isLast: boolean
  isLinking: boolean
  onLink: (method: OAuthMethod) => void
  onUnlink: (identity: Identity) => void
}) {
  const { method, identity, isLast, isLinking, onLink, onUnlink } = props
  const { t } = useTranslation('profile')
  const { t: accounts } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const isOnlyWay = identity !== undefined && isLast
  const press = () => {
    if (identity) onUnlink(identity)
    else if (method !== 'mail') onLink(method)
  }
  return (
    <li className={rowClass}>
      <RowIcon>
        <MethodIcon method={method} />
      </RowIcon>
      <div className="min-w-0 grow">
        <p className="text-15 font-semibold">{accounts(`methodName.${method}`)}</p>
        <WayFacts identity={identity} />
        {isOnlyWay && <p className="mt-0.5 text-13 text-pretty text-soft">{t('identities.last')}</p>}
      </div>
      {!isOnlyWay && (
        <Button
          kind={identity ? 'quiet' : 'secondary'}
          size="small"
          isLoading={isLinking}
          aria-label={t(identity ? 'identities.unlinkNamed' : 'identities.linkNamed', {
            method: common(`authMethod.${method}`),
          })}
          onClick={press}
        >
          {t(identity ? 'identities.unlink' : 'identities.link')}
        </Button>
      )}
    </li>
  )
}

/** What the provider calls the player, and since when. */
function WayFacts({ identity }: { identity: Identity | undefined }) {
  const { t, i18n } = useTranslation('profile')
  if (!identity) return <p className="text-13 text-soft">{t('identities.notLinked')}</p>
  const date = formatDate(identity.linkedAt, i18n.language)
  return (
    <p className="text-13 break-words text-soft">
      {[identity.label, t('identities.linkedAt', { date })].filter(Boolean).join(' · ')}
    </p>
  )
}
