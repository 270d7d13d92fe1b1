import { Button } from '@playhub/ui/button.tsx'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { showUnreachable } from '@playhub/ui/feedback/use-submit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { clockTime, instantIn, useSecondsUntil } from './countdown.ts'
import { readResendAt } from './resend-refusal.ts'

/** Requests another code, after a countdown. */
export function ResendButton(props: {
  resendAt: number
  /** @returns seconds until the next request is allowed. */
  resend: () => Promise<number>
  onResent: (resendAt: number) => void
}) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  const [isSending, setIsSending] = useState(false)
  const secondsLeft = useSecondsUntil(props.resendAt)
  const isWaiting = secondsLeft > 0
  const resend = async () => {
    setIsSending(true)
    try {
      props.onResent(instantIn(await props.resend()))
      toast.success(t('code.resent'))
    } catch (error) {
      const resendAt = readResendAt(error)
      if (resendAt) props.onResent(resendAt)
      if (error instanceof ApiUnreachable) showUnreachable()
      else if (error instanceof ApiRefusal) toast.error(getErrorMessage(error.code) ?? '')
      else throw error
    } finally {
      setIsSending(false)
    }
  }
  return (
    <Button
      kind="quiet"
      size="small"
      className="disabled:border-transparent disabled:bg-transparent"
      isLoading={isSending}
      isDisabled={isWaiting}
      disabledReason={t('code.resendWhy')}
      onClick={resend}
    >
      {isWaiting ? (
        <>
          {t('code.resendIn')} <span className="numeric">{clockTime(secondsLeft)}</span>
        </>
      ) : (
        t('code.resend')
      )}
    </Button>
  )
}
