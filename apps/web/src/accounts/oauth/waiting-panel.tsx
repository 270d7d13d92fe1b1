import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { Spinner } from '@playhub/ui/spinner.tsx'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OAuthMethod } from './flow.ts'
import type { FlowStage } from './flow-controller.ts'

/** Shown while the player is at the provider, in a popup the hub may not see. */
export function WaitingPanel(props: {
  stage: Extract<FlowStage, { name: 'waiting' }>
  onRetry: (method: OAuthMethod) => void
  onCancel: () => void
}) {
  const { t } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const { method, url, isPopupGone } = props.stage
  const name = t(`methodName.${method}`)
  const title = t(url ? 'oauth.blocked' : 'oauth.waiting', { method: name })
  const panel = useRef<HTMLDivElement>(null)
  // The clicked button is gone: keep the focus for keyboard and screen reader users.
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="flex flex-col items-center gap-4 rounded-card bg-ink-2 px-5 py-8 text-center outline-none"
    >
      {!url && <Spinner label={title} />}
      <div>
        <p aria-hidden={!url} className="text-18 font-semibold">
          {title}
        </p>
        <p role="status" className="mt-1 text-15 text-pretty text-soft">
          {t(url ? 'oauth.blockedText' : isPopupGone ? 'oauth.goneText' : 'oauth.waitingText', {
            method: name,
          })}
        </p>
      </div>
      {url && (
        <LinkButton
          href={url}
          target="_blank"
          rel="opener"
          isWide
          icon={<ExternalLink size={18} aria-hidden="true" />}
        >
          {t('oauth.open', { method: name })}
        </LinkButton>
      )}
      {isPopupGone && (
        <Button isWide onClick={() => props.onRetry(method)}>
          {t('oauth.again')}
        </Button>
      )}
      <Button kind={url ? 'quiet' : 'secondary'} isWide onClick={props.onCancel}>
        {common('cancel')}
      </Button>
    </div>
  )
}
