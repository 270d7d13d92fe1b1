import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { FlowStage } from './flow-controller.ts'

/** While a provider asks in a window of its own: what to do there, and a way to call it off. */
export function WaitingPanel(props: {
  stage: Extract<FlowStage, { name: 'waiting' }>
  onCancel: () => void
}) {
  const { t } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const { method, address } = props.stage
  const name = t(`methodName.${method}`)
  const title = t(address ? 'social.blocked' : 'social.waiting', { method: name })
  const panel = useRef<HTMLDivElement>(null)
  // The pressed button is gone; whoever reads by keyboard or ear goes on here.
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="flex flex-col items-center gap-4 rounded-card bg-ink-2 px-5 py-8 text-center outline-none"
    >
      {!address && <Spinner label={title} />}
      <div>
        <p aria-hidden={!address} className="text-18 font-semibold">
          {title}
        </p>
        <p className="mt-1 text-15 text-pretty text-soft">
          {t(address ? 'social.blockedText' : 'social.waitingText', { method: name })}
        </p>
      </div>
      {address && (
        <LinkButton
          href={address}
          target="_blank"
          rel="opener"
          isWide
          icon={<ExternalLink size={18} aria-hidden="true" />}
        >
          {t('social.open', { method: name })}
        </LinkButton>
      )}
      <Button kind={address ? 'quiet' : 'secondary'} isWide onClick={props.onCancel}>
        {common('cancel')}
      </Button>
    </div>
  )
}
