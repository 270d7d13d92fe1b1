import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { Chip } from '@playhub/ui/status-chip.tsx'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveToLogin } from './order-item.ts'
import type { EnteredCode, Prices } from './use-prices.ts'

const maxLength = 64

/** A field for a code, or the code that the prices have. */
export function CodeForm(props: { prices: Prices; takesFocus: boolean; onClose: () => void }) {
  const { entered, enterCode } = props.prices
  const { t } = useTranslation('prices')
  const [text, setText] = useState(entered?.code ?? '')
  const field = useRef<HTMLInputElement>(null)
  const { takesFocus } = props
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const problem = useProblem(entered)
  const isApplied = entered?.state === 'applied'
  const needsLogin = entered?.state === 'login' && entered.code === text.trim()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const code = text.trim()
    if (needsLogin) leaveToLogin()
    else if (code === '') field.current?.focus()
    else void enterCode(code)
  }

  function remove(): void {
    setText('')
    props.onClose()
    void enterCode(null)
  }

  return (
    <div className="print:hidden">
      {!isApplied && (
        <form onSubmit={submit} className="flex max-w-96 items-start gap-2 py-2">
          <Field
            ref={field}
            label={t('code.label')}
            value={text}
            maxLength={maxLength}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="min-w-0 grow"
            hint={needsLogin && t('code.login')}
            error={problem}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" kind="secondary" className="mt-7" isLoading={entered?.state === 'checking'}>
            {t(needsLogin ? 'code.toLogin' : 'code.apply')}
          </Button>
        </form>
      )}
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-15 empty:hidden">
        {isApplied && (
          <>
            <Chip Icon={CircleCheck} colour="text-paid bg-paid/12" label={entered.code} />
            {t('code.applied')}
            <Button kind="quiet" size="small" onClick={remove}>
              {t('code.remove')}
            </Button>
          </>
        )}
      </p>
    </div>
  )
}

function useProblem(entered: EnteredCode | null): string | undefined {
  const { t } = useTranslation('errors')
  const state = entered?.state
  if (!state || state === 'applied' || state === 'checking' || state === 'login') return undefined
  return t(state === 'UNREACHABLE' ? 'unreachable' : `refusal.${state}`)
}
