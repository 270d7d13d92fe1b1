import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { Chip } from '@playhub/ui/status-chip.tsx'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderProblem } from '../order/order-problem.ts'

/** A code as the player or a link has entered it. */
export type EnteredCode = {
  /** Null where an order has it from before. */
  code: string | null
  /** `login`: a guest has entered it. `unneeded`: another offer is cheaper. */
  state: 'checking' | 'applied' | 'login' | 'unneeded' | OrderProblem
}

const maxLength = 64

/** A field for a code, or the code that the prices have. */
export function CodeForm(props: {
  entered: EnteredCode | null
  takesFocus: boolean
  /** Says that the code applies, where the prices are. */
  appliedText: string
  /** Null removes the code. */
  onEnter: (code: string | null) => Promise<void>
  onLogin?: () => void
  onClose: () => void
}) {
  const { entered, onEnter } = props
  const { t } = useTranslation('prices')
  const [text, setText] = useState(entered?.code ?? '')
  const field = useRef<HTMLInputElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const { takesFocus } = props
  const isApplied = entered?.state === 'applied'
  const wasSubmitted = useRef(false)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  useEffect(() => {
    // The field with the focus has gone.
    if (isApplied && wasSubmitted.current) status.current?.focus()
    wasSubmitted.current = false
  }, [isApplied])
  const problem = useProblem(entered)
  const needsLogin = entered?.state === 'login' && entered.code === text.trim()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const code = text.trim()
    if (entered?.state === 'checking') return
    wasSubmitted.current = true
    if (needsLogin) props.onLogin?.()
    else if (code === '') field.current?.focus()
    else void onEnter(code)
  }

  function remove(): void {
    setText('')
    props.onClose()
    void onEnter(null)
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
            hint={needsLogin ? t('code.login') : entered?.state === 'unneeded' && t('code.unneeded')}
            error={problem}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" kind="secondary" className="mt-7" isLoading={entered?.state === 'checking'}>
            {t(needsLogin ? 'code.toLogin' : 'code.apply')}
          </Button>
        </form>
      )}
      <p
        ref={status}
        tabIndex={-1}
        role="status"
        className="flex flex-wrap items-center gap-x-3 gap-y-1 text-15 outline-none empty:hidden"
      >
        {isApplied && (
          <>
            {entered.code !== null && (
              <Chip Icon={CircleCheck} colour="text-paid bg-paid/12" label={entered.code} />
            )}
            {props.appliedText}
            <Button kind="quiet" size="small" onClick={remove}>
              {t('code.remove')}
            </Button>
          </>
        )}
      </p>
    </div>
  )
}

const quietStates: readonly string[] = ['applied', 'checking', 'login', 'unneeded']

function useProblem(entered: EnteredCode | null): string | undefined {
  const { t } = useTranslation('errors')
  const state = entered?.state
  if (!isProblem(state)) return undefined
  if (state === 'UNREACHABLE') return t('unreachable')
  return t(state === 'TOO_MANY_REQUESTS' ? 'tooManyCodes' : `refusal.${state}`)
}

const isProblem = (state: EnteredCode['state'] | undefined): state is OrderProblem =>
  state !== undefined && !quietStates.includes(state)
