import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { SignInCard } from '../forms/sign-in-card.tsx'
import type { EmailDraft } from './email-draft.ts'
import { ResendButton } from './resend-button.tsx'

/** Asks for the code of an email. */
export function CodeScreen(props: {
  draft: EmailDraft
  resend: () => Promise<number>
  onResent: (draft: EmailDraft) => void
  onChangeEmail: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('accounts')
  const { email, resendAt } = props.draft
  return (
    <SignInCard
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
      {props.children}
      <div className="mt-2 grid gap-1">
        <ResendButton
          resendAt={resendAt}
          resend={props.resend}
          onResent={(next) => props.onResent({ email, resendAt: next })}
        />
        <Button
          kind="quiet"
          isWide
          icon={<ArrowLeft size={18} aria-hidden="true" />}
          onClick={props.onChangeEmail}
        >
          {t('code.changeEmail')}
        </Button>
      </div>
      <p className="mt-3 text-center text-13 text-pretty text-soft">{t('code.spam')}</p>
    </SignInCard>
  )
}
