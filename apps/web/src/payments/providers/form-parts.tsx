import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { Button } from '@playhub/ui/button.tsx'
import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { Spinner } from '@playhub/ui/spinner.tsx'
import { Lock, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { DocumentLink } from '../../accounts/forms/login-card.tsx'

/** The receipt's recipient, and the way back to the method choice. */
export function ReceiptEmail(props: { email: string; isBusy: boolean; onChange: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <p className="flex min-h-11 items-center justify-between gap-3 text-15 text-soft">
      <span className="min-w-0 truncate">{t('form.receiptTo', { email: props.email })}</span>
      <Button
        kind="quiet"
        size="small"
        className="-me-3"
        onClick={props.isBusy ? undefined : props.onChange}
        aria-label={t('form.changeLabel')}
      >
        {t('form.change')}
      </Button>
    </p>
  )
}

/** Sticks to the bottom of the screen on phones, with what the last press has led to above the button. */
export function SubmitBar({ message, children }: { message?: ReactNode; children: ReactNode }) {
  return (
    <div className="pay-bar sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-ink-0/95 px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] backdrop-blur-md md:static md:mx-0 md:border-0 md:bg-transparent md:p-0 md:backdrop-blur-none">
      {message && <div className="has-[:not(:empty)]:mb-3">{message}</div>}
      {children}
    </div>
  )
}

export function SecurityNote({ provider }: { provider: PaymentProvider }) {
  const { t } = useTranslation('payments')
  return (
    <p className="flex items-center justify-center gap-1.5 text-13 text-pretty text-soft">
      <Lock size={14} aria-hidden="true" className="shrink-0" />
      {t(`safe.${provider}`)}
    </p>
  )
}

/** Terms accepted by paying. */
export function Terms() {
  const { t } = useTranslation('payments')
  return (
    <p className="text-center text-13 text-pretty text-soft">
      <Trans
        t={t}
        i18nKey="terms"
        components={{ offer: <DocumentLink name="offer" />, terms: <DocumentLink name="terms" /> }}
      />
    </p>
  )
}

/**
 * Replaces a form while the payment continues elsewhere. It takes over the replaced control's focus, unless a dialog
 * above has it.
 */
export function WaitingPanel(props: {
  title: string
  text: string
  /** The player has to act here before anything continues. */
  needsAction?: boolean
  children?: ReactNode
}) {
  const { title, text, needsAction = false, children } = props
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = document.activeElement?.closest('[role=dialog]')
    if (!dialog || dialog.contains(panel.current)) panel.current?.focus()
  }, [])
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="surface flex flex-col items-center gap-4 p-5 pt-8 text-center outline-none"
    >
      {!needsAction && <Spinner label={title} />}
      <div>
        <p aria-hidden={!needsAction} className="text-18 font-semibold">
          {title}
        </p>
        <p className="mt-1 text-15 text-pretty text-soft">{text}</p>
      </div>
      <div className="mt-1 flex w-full flex-col gap-1">{children}</div>
    </div>
  )
}

/** Shown while the server checks the payment with the provider. */
export function CheckingPanel() {
  const { t } = useTranslation('payments')
  return <WaitingPanel title={t('checking.title')} text={t('checking.text')} />
}

/** Replaces a provider's form after it failed to open, or closed before the payment was final. */
export function FormFailure(props: {
  reason?: 'failed' | 'closed'
  onRetry: () => void
  onChangeMethod: () => void
}) {
  const { t } = useTranslation(['payments', 'common'])
  const { reason = 'failed' } = props
  return (
    <div role="alert" className="surface p-5">
      <p className="text-18 font-semibold">{t(`form.${reason}.title`)}</p>
      <p className="mt-1 text-15 text-pretty text-soft">{t(`form.${reason}.text`)}</p>
      <div className="mt-5 flex flex-col gap-2 md:flex-row md:flex-wrap">
        <Button icon={<RefreshCw size={18} aria-hidden="true" />} onClick={props.onRetry}>
          {t(reason === 'failed' ? 'common:retry' : 'form.closed.reopen')}
        </Button>
        <Button kind="secondary" onClick={props.onChangeMethod}>
          {t('form.another')}
        </Button>
      </div>
    </div>
  )
}

export function FormSkeleton() {
  const { t } = useTranslation('payments')
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {t('form.loading')}
      </p>
      <Skeleton className="my-3 h-5 w-48" />
      <Skeleton className="h-75.5 w-full rounded-card" />
      <Skeleton className="mt-9 mb-3 h-14 w-full md:mt-6 md:mb-0" />
      <Skeleton className="mx-auto h-9 w-64 md:h-5" />
    </div>
  )
}
