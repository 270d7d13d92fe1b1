import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { showFieldErrors, useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../lib/feedback/error-message.ts'

type Failure = ApiRefusal | ApiUnreachable

/** Submits a form to support. A failure is shown beside its fields and above the button; the player's text stays. */
export function useTicketSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<unknown>,
) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const submit = useSubmit(form, async (values: Values) => {
    setFailure(null)
    try {
      await send(values)
    } catch (error) {
      if (!(error instanceof ApiRefusal || error instanceof ApiUnreachable)) throw error
      setFailure(error)
      if (error instanceof ApiRefusal) showFieldErrors(form, listFieldErrors(error))
    }
  })
  return { submit, failure }
}

function listFieldErrors({ code, errors }: ApiRefusal): { field: string; issue: string }[] {
  return [
    ...errors.map(({ field, issue }) => ({ field: field.replace(/^data\./, ''), issue })),
    ...(code === 'PAYMENT_NOT_FOUND' ? [{ field: 'paymentId', issue: code }] : []),
  ]
}

/** Shows a payment's failed status (specification §8) and the reason. */
export function SubmitFailure({ failure }: { failure: Failure | null }) {
  const { t } = useTranslation()
  const getFailureReason = useFailureReason()
  return (
    <ErrorBanner>
      {failure && (
        <span>
          <strong className="font-semibold">{t('status.fail')}.</strong> {getFailureReason(failure)}
        </span>
      )}
    </ErrorBanner>
  )
}

function useFailureReason(): (failure: Failure) => string {
  const { t } = useTranslation('support')
  const errorMessage = useErrorMessage()
  return (failure) => {
    if (failure instanceof ApiUnreachable) return t('unreachable')
    const { retryInSeconds } = failure.details
    if (failure.code === 'TICKETS_TOO_MANY' && typeof retryInSeconds === 'number')
      return t('tooMany', { count: Math.ceil(retryInSeconds / 60) })
    return errorMessage(failure.code) ?? ''
  }
}
