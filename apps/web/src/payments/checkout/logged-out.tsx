import { Button } from '@playhub/ui/button.tsx'
import { type Ref, useImperativeHandle } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '../../lib/browser/navigation.ts'
import { currentLanguage } from '../../lib/language/messages.ts'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { type BackHandler, PaymentLayout, type PaymentVariant } from './payment-layout.tsx'

/** Opens the login page, which returns to the left page: the payment, or the game behind it. */
export function logInToPay(): void {
  navigate(`/session/login?locale=${currentLanguage()}`, { replace: true })
}

/** Announces the end of the login, before anything is charged here. The same payment continues after the login. */
export function LoggedOut(props: {
  variant: PaymentVariant
  /** A provider's form was open, so the payment may be in progress in the provider's window. */
  isPaying: boolean
  backHandler: Ref<BackHandler> | undefined
  onLeave: () => void
}) {
  const { variant, isPaying, backHandler, onLeave } = props
  const { t } = useTranslation(['payments', 'common'])
  useImperativeHandle(backHandler, () => () => {
    onLeave()
    return false
  })
  return (
    <PaymentLayout
      variant={variant}
      stage={{ name: 'loggedOut' }}
      tint={undefined}
      hasDialog={false}
      onLeave={onLeave}
    >
      <div role="alert">
        <ResultScreen
          level={variant === 'page' ? 1 : 2}
          picture={<Illustration name="guest" />}
          title={t('signedOut.title')}
          text={t(isPaying ? 'signedOut.textPaying' : 'signedOut.text')}
          actions={
            <>
              <Button onClick={logInToPay}>{t('signedOut.signIn')}</Button>
              <Button kind="secondary" onClick={onLeave}>
                {t(variant === 'page' ? 'common:toGames' : 'unavailable.toGame')}
              </Button>
            </>
          }
        />
      </div>
    </PaymentLayout>
  )
}
