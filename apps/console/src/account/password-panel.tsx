import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Field } from '@playhub/ui/form/field.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { Panel } from '../components/layout/panel.tsx'
import { callOperator, ReauthenticationCancelled } from '../lib/api.ts'
import { getErrorMessage } from '../lib/error-message.ts'
import type { Me } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'
import { isPasswordLong, passwordLength } from '../login/password-length.ts'

/** Changes the password, which ends the other sessions. */
export function PasswordPanel({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const [isPending, run] = useAction((failure) => {
    if (!(failure instanceof ReauthenticationCancelled)) setError(getErrorMessage(failure))
  })
  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const body = { password: String(given.get('password')), newPassword: String(given.get('newPassword')) }
    if (body.password === '' || !isPasswordLong(body.newPassword))
      return setError(t('password.length', passwordLength))
    setError(undefined)
    void run(async () => {
      await callOperator('POST /session/change-password', { body })
      form.current?.reset()
      toast.success(t('password.done'))
      await revalidate()
    })
  }
  return (
    <Panel title={t('password.title')}>
      <p className="mb-4 max-w-140 text-13 text-pretty text-soft">{t('password.text')}</p>
      <form ref={form} noValidate onSubmit={change} className="grid max-w-120 gap-3">
        {/* Password managers store it with the password. */}
        <input type="hidden" name="email" autoComplete="username" value={me.email} />
        <Field
          label={t('password.present')}
          name="password"
          type="password"
          autoComplete="current-password"
        />
        <Field
          label={t('password.new')}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint={error ? undefined : t('password.length', passwordLength)}
          error={error}
        />
        <Button
          type="submit"
          kind="secondary"
          size="small"
          isLoading={isPending}
          className="justify-self-start"
        >
          {t('password.action')}
        </Button>
      </form>
    </Panel>
  )
}
