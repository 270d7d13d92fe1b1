import { limits } from '@playhub/contract/forms'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { navigate } from '../../lib/browser/navigation.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { requireCaptcha, resetFailedAttempts } from '../captcha/failed-attempts.ts'
import { CodeScreen } from '../email-code/code-screen.tsx'
import type { EmailDraft } from '../email-code/email-draft.ts'
import { useEmailSteps } from '../email-code/email-steps.ts'
import { AlternativeLink, LoginCard } from '../forms/login-card.tsx'
import { emailLoader } from '../login/guest-loader.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { RecoveryForm } from './recovery-form.tsx'

export const handle: RouteHandle = {
  title: (messages) => messages.t('accounts:recovery.title'),
  access: 'guest',
}
export const loader = emailLoader

const steps = ['email', 'code', 'password'] as const

/** Three steps: email, code, new password. */
export function Component() {
  const { t } = useTranslation('accounts')
  const { step, goTo, draft, saveDraft, clearDraft } = useEmailSteps('playhub-recovery', steps)
  const startAgain = () => goTo('email', { replace: true })
  const resetTicket = draft?.resetTicket?.ticket
  const finish = () => {
    clearDraft()
    resetFailedAttempts()
    toast.success(t('recovery.done'))
    navigate('/session/login/email', { replace: true })
  }

  if (step === 'password' && draft && resetTicket) {
    return (
      <LoginCard title={t('recovery.newPasswordTitle')} text={t('recovery.newPasswordText')}>
        <NewPasswordForm
          email={draft.email}
          resetTicket={resetTicket}
          onDone={finish}
          onTicketExpired={startAgain}
        />
      </LoginCard>
    )
  }
  if (step === 'code' && draft) {
    return (
      <RecoveryCode
        draft={draft}
        onResent={saveDraft}
        onChangeEmail={startAgain}
        onTicket={(ticket) => {
          const expiresAt = Date.now() + limits.resetTicketTtlMs
          saveDraft({ ...draft, resetTicket: { ticket, expiresAt } })
          toast.success(t('code.valid'))
          goTo('password', { replace: true })
        }}
      />
    )
  }
  return (
    <LoginCard
      title={t('recovery.title')}
      text={t('recovery.text')}
      footer={<AlternativeLink href="/session/login/email">{t('recovery.back')}</AlternativeLink>}
    >
      <RecoveryForm
        email={draft?.email ?? ''}
        onSent={(sent) => {
          saveDraft(sent)
          toast.success(t('recovery.sent'))
          goTo('code')
        }}
      />
    </LoginCard>
  )
}

function RecoveryCode(props: {
  draft: EmailDraft
  onResent: (draft: EmailDraft) => void
  onChangeEmail: () => void
  onTicket: (resetTicket: string) => void
}) {
  const { email } = props.draft
  const resend = async () => {
    const response = await call('POST /auth/recovery-password', { body: { email } }).catch(returnToCaptcha)
    return response.resendInSeconds
  }
  // The server requires a captcha after too many failed attempts; it is in the first step.
  const returnToCaptcha = (error: unknown): never => {
    if (isRefusal(error, 'CAPTCHA_REQUIRED')) {
      requireCaptcha()
      props.onChangeEmail()
    }
    throw error
  }
  const send = async (code: string) => {
    const response = await call('POST /auth/send-recovery-password-code', { body: { email, code } })
    props.onTicket(response.resetTicket)
  }
  return (
    <CodeScreen
      draft={props.draft}
      send={send}
      codeRefusals={['SEND_RECOVERY_PASSWORD_CODE_INCORRECT', 'CODE_EXPIRED']}
      resend={resend}
      onResent={props.onResent}
      onChangeEmail={props.onChangeEmail}
    />
  )
}
