import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, ApiUnreachable } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { showUnreachable } from '../../lib/feedback/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { clockTime, secondsToInstant, useSecondsUntil } from './countdown.ts'

/** Asks for another code; until that is allowed it shows the time left. */
export function ResendButton(props: {
  resendAt: number
  /** @returns seconds until yet another one. */
  resend: () => Promise<number>
  onResent: (resendAt: number) => void
}) {
  const { t } = useTranslation('accounts')
  const words = useErrorMessage()
  const [isSending, setIsSending] = useState(false)
  const secondsLeft = useSecondsUntil(props.resendAt)
  const isWaiting = secondsLeft > 0
  const resend = async () => {
    setIsSending(true)
    try {
      props.onResent(secondsToInstant(await props.resend()))
      toast.success(t('code.resent'))
    } catch (error) {
      const wait = retryInSeconds(error)
      if (wait) props.onResent(secondsToInstant(wait))
      if (error instanceof ApiUnreachable) showUnreachable()
      else if (error instanceof ApiRefusal) toast.error(words(error.code) ?? '')
      else throw error
    } finally {
      setIsSending(false)
    }
  }
  return (
    <Button
      kind="quiet"
      isWide
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

function retryInSeconds(error: unknown): number | undefined {
  const seconds = error instanceof ApiRefusal ? error.details.retryInSeconds : undefined
  return typeof seconds === 'number' ? seconds : undefined
}
