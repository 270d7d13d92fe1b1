import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { CodeForm } from '../email-code/code-form.tsx'
import { CodeScreen } from '../email-code/code-screen.tsx'
import type { EmailDraft } from '../email-code/email-draft.ts'
import { finishSignIn } from '../sign-in/finish-sign-in.ts'

/** The second half of a registration: the code proves the address, and the player is in. */
export function RegistrationCode(props: {
  draft: EmailDraft
  /** Unknown after a reload: then the one that was sent before holds. */
  password: string | undefined
  onResent: (draft: EmailDraft) => void
  onDone: () => void
  onChangeEmail: () => void
}) {
  const { t } = useTranslation('accounts')
  const { draft, password, onResent, onDone, onChangeEmail } = props
  const { email } = draft
  const confirm = async (code: string) => {
    const answer = await call('POST /auth/send-verification-code', { body: { email, code, password } })
    onDone()
    toast.success(t('code.valid'))
    await finishSignIn(answer.data.result)
  }
  const resend = async () =>
    (await call('POST /auth/resend-verification-code', { body: { email } })).resendInSeconds
  return (
    <CodeScreen draft={draft} resend={resend} onResent={onResent} onChangeEmail={onChangeEmail}>
      <CodeForm
        label={t('code.label')}
        submitLabel={t('code.confirm')}
        missing={t('code.missing')}
        send={confirm}
        wrongCodes={['SEND_VERIFICATION_CODE_INCORRECT', 'CODE_EXPIRED']}
      />
    </CodeScreen>
  )
}
