import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { draftStore, type EmailDraft } from '../email-code/email-draft.ts'
import { useStep } from '../email-code/use-step.ts'
import { OtherWay, SignInCard } from '../forms/sign-in-card.tsx'
import { enterAsGuest } from '../sign-in/guest-loader.ts'
import { RegistrationCode } from './registration-code.tsx'
import { RegistrationForm } from './registration-form.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('accounts:registration.title') }
export const loader = enterAsGuest

const drafts = draftStore('playhub-registration')

/** The form, then the code from the letter. */
export function Component() {
  const [step, goTo] = useStep(['form', 'code'])
  const [draft, setDraft] = useState(() => drafts.read())
  // Goes along with the code; it lives in this page and is kept nowhere.
  const [password, setPassword] = useState<string>()
  const keep = (next: EmailDraft) => {
    drafts.save(next)
    setDraft(next)
  }
  if (step === 'code' && draft) {
    return (
      <RegistrationCode
        draft={draft}
        password={password}
        onResent={keep}
        onDone={drafts.forget}
        onChangeEmail={() => goTo('form', { replace: true })}
      />
    )
  }
  return (
    <FormStep
      email={draft?.email ?? ''}
      onSent={(sent, chosen) => {
        keep(sent)
        setPassword(chosen)
        goTo('code')
      }}
    />
  )
}

function FormStep(props: ComponentProps<typeof RegistrationForm>) {
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
      <RegistrationForm {...props} />
    </SignInCard>
  )
}
