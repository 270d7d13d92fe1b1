import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { CodeScreen } from '../email-code/code-screen.tsx'
import type { EmailDraft } from '../email-code/email-draft.ts'
import { useEmailSteps } from '../email-code/email-steps.ts'
import { AlternativeLink, LoginCard } from '../forms/login-card.tsx'
import { completeLogin } from '../login/complete-login.ts'
import { emailLoader } from '../login/guest-loader.ts'
import { PasswordAgain } from './password-again.tsx'
import { RegistrationForm } from './registration-form.tsx'

export const handle: RouteHandle = {
  title: (messages) => messages.t('accounts:registration.title'),
  access: 'guest',
}
export const loader = emailLoader

/** Two steps: the form, then the code from the email. */
export function Component() {
  const { step, goTo, draft, saveDraft, clearDraft } = useEmailSteps('playhub-registration', ['form', 'code'])
  // Sent with the code. It is kept in memory only.
  const [password, setPassword] = useState<string>()
  if (step === 'code' && draft) {
    return (
      <RegistrationCode
        draft={draft}
        password={password}
        onResent={saveDraft}
        onDone={clearDraft}
        onChangeEmail={() => goTo('form', { replace: true })}
      />
    )
  }
  return (
    <FormStep
      email={draft?.email ?? ''}
      onSent={(sent, chosen) => {
        saveDraft(sent)
        setPassword(chosen)
        goTo('code')
      }}
    />
  )
}

function FormStep(props: ComponentProps<typeof RegistrationForm>) {
  const { t } = useTranslation('accounts')
  return (
    <LoginCard
      title={t('registration.title')}
      footer={
        <>
          <AlternativeLink question={t('registration.hasAccount')} href="/session/login/email">
            {t('login.submit')}
          </AlternativeLink>
          <AlternativeLink href="/session/login">{t('otherMethods')}</AlternativeLink>
        </>
      }
    >
      <RegistrationForm {...props} />
    </LoginCard>
  )
}

/** Verifies the address and signs the player in. */
function RegistrationCode(props: {
  draft: EmailDraft
  /** Undefined after a reload: then the server uses the stored one, if it is this client's. */
  password: string | undefined
  onResent: (draft: EmailDraft) => void
  onDone: () => void
  onChangeEmail: () => void
}) {
  const { t } = useTranslation('accounts')
  const { draft, onResent, onDone, onChangeEmail } = props
  const { email, registrationSecret } = draft
  const [codeWithoutPassword, setCodeWithoutPassword] = useState<string | null>(null)
  const confirm = async (code: string, password = props.password) => {
    const body = { email, code, password, registrationSecret }
    const response = await call('POST /auth/send-verification-code', { body })
    onDone()
    toast.success(t('code.valid'))
    await completeLogin(response.data.result)
  }
  const resend = async () =>
    (await call('POST /auth/resend-verification-code', { body: { email } })).resendInSeconds
  const confirmOrAskPassword = (code: string) =>
    confirm(code).catch((error: unknown) => {
      if (!isRefusal(error, 'REGISTRATION_PASSWORD_REQUIRED')) throw error
      setCodeWithoutPassword(code)
    })
  if (codeWithoutPassword !== null) {
    return (
      <PasswordAgain
        email={email}
        send={(password) => confirm(codeWithoutPassword, password)}
        onCodeRefused={() => setCodeWithoutPassword(null)}
      />
    )
  }
  return (
    <CodeScreen
      draft={draft}
      send={confirmOrAskPassword}
      codeRefusals={['SEND_VERIFICATION_CODE_INCORRECT', 'CODE_EXPIRED']}
      resend={resend}
      onResent={onResent}
      onChangeEmail={onChangeEmail}
    />
  )
}
