import type { RefusalCode } from '@playhub/contract/refusals'
import { Button } from '@playhub/ui/button.tsx'
import { Trans, useTranslation } from 'react-i18next'
import { LoginCard } from '../forms/login-card.tsx'
import { CodeForm } from './code-form.tsx'
import type { EmailDraft } from './email-draft.ts'
import { ResendButton } from './resend-button.tsx'

/** Asks for the emailed code, and requests another one. */
export function CodeScreen(props: {
  draft: EmailDraft
  /** @throws ApiRefusal with a code in `codeRefusals` when the code is wrong or expired. */
  send: (code: string) => Promise<void>
  codeRefusals: readonly RefusalCode[]
  /** @returns seconds until the next request is allowed. */
  resend: () => Promise<number>
  onResent: (draft: EmailDraft) => void
  onChangeEmail: () => void
}) {
  const { t } = useTranslation('accounts')
  const { email, resendAt } = props.draft
  return (
    <LoginCard
      title={t('code.title')}
      text={
        <Trans
          t={t}
          i18nKey="code.text"
          values={{ email }}
          components={{ email: <strong className="font-semibold wrap-anywhere text-text" /> }}
        />
      }
    >
      <CodeForm label={t('code.label')} send={props.send} codeRefusals={props.codeRefusals} />
      <div className="mt-2 flex flex-wrap items-center justify-center">
        <ResendButton
          resendAt={resendAt}
          resend={props.resend}
          onResent={(next) => props.onResent({ ...props.draft, resendAt: next })}
        />
        <span aria-hidden="true" className="text-soft max-[399px]:hidden">
          ·
        </span>
        <Button kind="quiet" size="small" onClick={props.onChangeEmail}>
          {t('code.changeEmail')}
        </Button>
      </div>
      <p className="mt-3 text-center text-13 text-pretty text-soft">{t('code.spam')}</p>
    </LoginCard>
  )
}
