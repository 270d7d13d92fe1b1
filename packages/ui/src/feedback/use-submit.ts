import type { RefusalCode } from '@playhub/contract/refusals'
import { type BaseSyntheticEvent, useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { getI18n } from 'react-i18next'
import { ApiRefusal, ApiUnreachable, toErrorCode } from './api-errors.ts'
import { toast } from './toast.ts'

/** A form's presentation of certain refusals. */
export type RefusalHandler = (refusal: ApiRefusal) => void
export type RefusalHandlers = readonly (readonly [codes: readonly RefusalCode[], handler: RefusalHandler])[]

/**
 * Submits a form, one request at a time. A refusal is shown beside its field if it has one, else above the button;
 * a connection error is shown as a toast.
 */
export function useSubmit<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  send: (values: Parsed) => Promise<void>,
  handlers: RefusalHandlers = [],
): (event?: BaseSyntheticEvent) => Promise<void> {
  const isPending = useRef(false)
  return form.handleSubmit(async (values) => {
    if (isPending.current) return
    isPending.current = true
    try {
      await send(values)
    } catch (error) {
      if (error instanceof ApiUnreachable) showUnreachable()
      else if (error instanceof ApiRefusal) showRefusal(form, error, handlers)
      else throw error
    } finally {
      isPending.current = false
    }
  })
}

function showRefusal<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  refusal: ApiRefusal,
  handlers: RefusalHandlers,
): void {
  const [, handler] = handlers.find(([codes]) => codes.some((code) => code === refusal.code)) ?? []
  if (handler) handler(refusal)
  else if (!showFieldErrors(form, refusal.errors)) form.setError('root', { message: toErrorCode(refusal) })
}

/** @returns whether the form has one of the fields. */
export function showFieldErrors<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  errors: readonly { field: string; issue: string }[],
): boolean {
  const values = form.getValues()
  let isShown = false
  for (const { field, issue } of errors) {
    if (!hasField(values, field)) continue
    form.setError(field, { message: issue })
    isShown = true
  }
  return isShown
}

const hasField = <Values extends FieldValues>(values: Values, name: string): name is Path<Values> =>
  name in values

export function showUnreachable(): void {
  toast.error(getI18n().t('errors:unreachable'), 'UNREACHABLE')
}
