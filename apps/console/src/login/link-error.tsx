import { LinkButton } from '@playhub/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { useHref, useRouteError } from 'react-router'
import { getErrorMessage } from '../lib/error-message.ts'
import { LoginFrame } from './login-frame.tsx'

/** The link has been used or is too old. */
export function LinkError() {
  const { t } = useTranslation('login')
  const error = useRouteError()
  const loginPath = useHref('/sign-in')
  return (
    <LoginFrame title={t('setUp.linkTitle')} text={getErrorMessage(error)}>
      <LinkButton href={loginPath} kind="secondary" isWide>
        {t('title')}
      </LinkButton>
    </LoginFrame>
  )
}
