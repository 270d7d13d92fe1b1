import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '../lib/page-title.ts'
import { EmailLoginForm } from './email-login-form.tsx'
import { enterAsGuest } from './entrance.ts'
import { OtherWay, SignInCard } from './sign-in-card.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('accounts:login.title') }
export const loader = enterAsGuest

export function Component() {
  const { t } = useTranslation('accounts')
  return (
    <SignInCard
      title={t('login.title')}
      footer={
        <>
          <OtherWay question={t('chooser.noAccount')} href="/session/registration">
            {t('chooser.register')}
          </OtherWay>
          <OtherWay href="/session/login">{t('otherMethods')}</OtherWay>
        </>
      }
    >
      <EmailLoginForm />
    </SignInCard>
  )
}
