import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { LifeBuoy, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useReceipt } from '../../history/use-receipt.ts'

/** The receipt, opened in a new tab. What it waits for replaces the button, so nothing moves. */
export function ReceiptAction({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('payments')
  const { state, isPending, open } = useReceipt(paymentId)
  return (
    <div role="status" className="grid min-h-11 place-items-center text-15 text-soft">
      {state.name === 'ready' && (
        <LinkButton
          href={state.link}
          target="_blank"
          rel="noopener"
          kind="quiet"
          size="small"
          icon={<ReceiptText size={18} aria-hidden="true" />}
        >
          {t('receipt.open')}
        </LinkButton>
      )}
      {state.name === 'waiting' && t('receipt.wait')}
      {state.name === 'notReady' && t('receipt.notYet')}
      {(state.name === 'idle' || state.name === 'requested') && (
        <Button
          kind="quiet"
          size="small"
          icon={<ReceiptText size={18} aria-hidden="true" />}
          isLoading={isPending}
          onClick={open}
        >
          {t('history.receipt')}
        </Button>
      )}
    </div>
  )
}

/** Support for a payment in progress, in the place of its receipt. */
export function HelpAction({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('payments')
  return (
    <LinkButton
      href={`/transactions/help/${paymentId}`}
      target="_blank"
      kind="quiet"
      size="small"
      className="self-center"
      icon={<LifeBuoy size={18} aria-hidden="true" />}
    >
      {t('history.help')}
    </LinkButton>
  )
}
