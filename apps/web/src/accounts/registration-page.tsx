import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '../lib/page-title.ts'
import { draftStore, type EmailDraft } from './email-draft.ts'
import { enterAsGuest } from './entrance.ts'
import { RegistrationCode } from './registration-code.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { OtherWay, SignInCard } from './sign-in-card.tsx'
import { useStep } from './steps.ts'

export const handle: RouteHandle = { title: (texts) => texts.t('accounts:registration.title') }
export const loader = enterAsGuest

const drafts = draftStore('playhub-registration')

/** The form, then the code from the letter. */
export function Component() {
  const [step, goTo] = useStep(['form', 'code'])
  const [draft, setDraft] = useState(() => drafts.read())
  const keep = (next: EmailDraft) => {
    drafts.save(next)
    setDraft(next)
  }
  if (step === 'code' && draft) {
    return (
      <RegistrationCode
        draft={draft}
        onResent={keep}
        onDone={drafts.forget}
        onChangeEmail={() => goTo('form', { replace: true })}
      />
    )
  }
  return (
    <FormStep
      email={draft?.email ?? ''}
      onSent={(sent) => {
        keep(sent)
        goTo('code')
      }}
    />
  )
}

function FormStep(props: { email: string; onSent: (draft: EmailDraft) => void }) {
  const { t } = useTranslation('accounts')
  return (
    <SignInCard
      title={t('registration.title')}
      footer={
        <>
          <OtherWay question={t('registration.hasAccount')} href="/session/login/email">
            {t('login.submit')}
          </OtherWay>
          <OtherWay href="/session/login">{t('otherMethods')}</OtherWay>
        </>
      }
    >
      <RegistrationForm email={props.email} onSent={props.onSent} />
    </SignInCard>
  )
}
