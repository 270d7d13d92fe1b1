import { Button } from '@playhub/ui/button.tsx'
import { CodeField } from '@playhub/ui/form/code-field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStep } from './use-step.ts'

/** Six digits of the app. The form sends itself after the last one. */
export function CodeStep(props: { label: string; submit: string; send: (code: string) => Promise<void> }) {
  const { t } = useTranslation('login')
  const [code, setCode] = useState('')
  const { error, setError, isPending, run } = useStep()
  const send = (complete: string) => {
    if (complete.length < 6) return setError(t('codeIncomplete'))
    void run(() =>
      props.send(complete).catch((failure: unknown) => {
        setCode('')
        throw failure
      }),
    )
  }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send(code)
      }}
    >
      <CodeField
        label={props.label}
        value={code}
        onChange={(next) => {
          setCode(next)
          setError(undefined)
        }}
        onComplete={send}
        error={error}
        autoFocus
      />
      <Button type="submit" isWide isLoading={isPending}>
        {props.submit}
      </Button>
    </form>
  )
}
