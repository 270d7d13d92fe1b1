import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { OtherWay, SignInCard } from '../forms/sign-in-card.tsx'
import { EmailLoginForm } from './email-login-form.tsx'
import { enterAsGuest } from './guest-loader.ts'

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
