import { useRef } from 'react'
import { call } from '../../../lib/api/api.ts'
import { screenCallHeaders } from '../../order/screen-calls.ts'
import { FormFailure, FormSkeleton } from '../form-parts.tsx'
import { type ProviderFormProps, rememberQuery, useProviderAttempt } from '../provider-attempt.ts'
import { loadWidget } from './widget.ts'
import { isTokenExpired } from './widget-error.ts'
import { WidgetPanel } from './widget-panel.tsx'

/** Opens an attempt at YooKassa and shows YooKassa's own form for cards and the wallet. */
export function YooKassaForm(props: ProviderFormProps) {
  const { onChangeMethod } = props
  const hasRenewedToken = useRef(false)
  const { attempt, retry, fail } = useProviderAttempt('yookassa', () => openWidget(props), props)

  /** An expired token is renewed once; the server opens a new payment when the old one has ended. */
  const handleError = (code: string) => {
    if (!isTokenExpired(code) || hasRenewedToken.current) return fail()
    hasRenewedToken.current = true
    void retry()
  }

  if (attempt.name === 'opening') return <FormSkeleton />
  if (attempt.name === 'failed') return <FormFailure onRetry={retry} onChangeMethod={onChangeMethod} />
  return <WidgetPanel {...props} widget={attempt.opened} onError={handleError} onReopen={retry} />
}

/** The script loads while the server creates the token. */
async function openWidget({ paymentId, remember }: Pick<ProviderFormProps, 'paymentId' | 'remember'>) {
  const widget = loadWidget()
  widget.catch(() => undefined)
  const request = { params: { id: paymentId }, query: rememberQuery({ remember }) }
  const headers = screenCallHeaders()
  const { data } = await call('GET /payments/yookassa/create/{id}', request, { headers })
  return { Widget: await widget, token: data.confirmationToken, providerId: null }
}
