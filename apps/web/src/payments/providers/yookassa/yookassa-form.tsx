import { useRef } from 'react'
import { call } from '../../../lib/api/api.ts'
import { CardSkeleton } from '../../checkout/payment-skeleton.tsx'
import type { CheckoutProps } from '../checkout-props.ts'
import { FormDidNotOpen } from '../form-did-not-open.tsx'
import { useAttempt } from '../provider-attempt.ts'
import { openWidget } from './widget.ts'
import { isTokenSpent } from './widget-error.ts'
import { YooKassaForm } from './widget-panel.tsx'

/** Paying through YooKassa: an attempt on the server, and YooKassa's own form for card and wallet. */
export function YooKassaCheckout(props: CheckoutProps) {
  const { paymentId, onHint, onReconsider } = props
  const isRenewed = useRef(false)
  const { attempt, retry, giveUp } = useAttempt('yookassa', () => openForm(paymentId), onHint)

  /** A form whose token is spent gets another once; the server opens a new payment when the old one has ended. */
  const hearError = (code: string) => {
    if (!isTokenSpent(code) || isRenewed.current) return giveUp()
    isRenewed.current = true
    void retry()
  }

  if (attempt.name === 'opening') return <CardSkeleton />
  if (attempt.name === 'failed') return <FormDidNotOpen onRetry={retry} onReconsider={onReconsider} />
  return <YooKassaForm {...props} at={attempt.at} onError={hearError} onReopen={retry} />
}

/** The token from the server, while the script loads. */
async function openForm(paymentId: string) {
  const widget = openWidget()
  widget.catch(() => undefined)
  const { data } = await call('GET /payments/yookassa/create/{id}', { params: { id: paymentId } })
  return { Widget: await widget, token: data.confirmationToken }
}
