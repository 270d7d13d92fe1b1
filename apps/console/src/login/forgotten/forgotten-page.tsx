import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router'
import { callOperator } from '../../lib/api.ts'
import { LoginFrame } from '../login-frame.tsx'
import { useStep } from '../use-step.ts'

/** Asks for a link for a new password. Known and unknown emails look alike. */
export function Component() {
  const { t } = useTranslation('login')
  const { error, setError, isPending, run } = useStep()
  const [sentTo, setSentTo] = useState<string>()
  const loginPath = useHref('/sign-in')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (email === '') return setError(t('fieldsMissing'))
    void run(async () => {
      await callOperator('POST /session/forgotten-password', { body: { email } })
      setSentTo(email)
    })
  }
  const back = (
    <LinkButton href={loginPath} kind="secondary" isWide>
      {t('forgotten.back')}
    </LinkButton>
  )
  if (sentTo !== undefined)
    return (
      <LoginFrame title={t('forgotten.sentTitle')} text={t('forgotten.sentText', { email: sentTo })}>
        {back}
      </LoginFrame>
    )
  return (
    <LoginFrame title={t('forgotten.title')} text={t('forgotten.text')}>
      <form noValidate onSubmit={submit} className="mb-3 grid gap-4">
        <Field label={t('email')} name="email" type="email" autoComplete="username" error={error} autoFocus />
        <Button type="submit" isWide isLoading={isPending}>
          {t('forgotten.send')}
        </Button>
      </form>
      {back}
    </LoginFrame>
  )
}
