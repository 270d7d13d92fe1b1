import type { RefusalCode } from '@playhub/contract/refusals'
import { type BaseSyntheticEvent, useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiRefusal, ApiUnreachable } from '../api/api.ts'
import { browserTexts } from '../language/texts.ts'
import { toast } from './toast.ts'

/** What a form does about a refusal it knows. */
export type Answer = (refusal: ApiRefusal) => void
export type Answers = readonly (readonly [codes: readonly RefusalCode[], answer: Answer])[]

/**
 * Sends a form, one submission at a time, and shows what went wrong: beside the field it concerns, else above the
 * button; a hub out of reach is a toast, because nothing in the form is to blame.
 */
export function useSubmit<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  send: (values: Parsed) => Promise<void>,
  answers: Answers = [],
): (event?: BaseSyntheticEvent) => Promise<void> {
  const isUnderWay = useRef(false)
  return form.handleSubmit(async (values) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await send(values)
    } catch (error) {
      showError(form, error, answers)
    } finally {
      isUnderWay.current = false
    }
  })
}

function showError<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  error: unknown,
  answers: Answers,
): void {
  if (error instanceof ApiUnreachable) showUnreachable()
  else if (error instanceof ApiRefusal) showRefusal(form, error, answers)
  else throw error
}

function showRefusal<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  refusal: ApiRefusal,
  answers: Answers,
): void {
  const [, answer] = answers.find(([codes]) => codes.some((code) => code === refusal.code)) ?? []
  const fields = refusal.errors.filter(({ field }) => field in form.getValues())
  if (answer) answer(refusal)
  else if (fields.length === 0) form.setError('root', { message: refusal.code })
  else for (const { field, issue } of fields) form.setError(field as Path<Values>, { message: issue })
}

export function showUnreachable(): void {
  toast.error(browserTexts().t('accounts:unreachable'), 'UNREACHABLE')
}
