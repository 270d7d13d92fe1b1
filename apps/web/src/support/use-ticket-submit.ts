import { type BaseSyntheticEvent, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiRefusal, ApiUnreachable } from '../lib/api/api.ts'

export type SendTrouble = ApiRefusal | ApiUnreachable

/**
 * Sends what a player wrote to support, one letter at a time. What went wrong stands beside the field it concerns and
 * above the button; what was written stays.
 */
export function useLetter<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<unknown>,
): { submit: (event?: BaseSyntheticEvent) => Promise<void>; trouble: SendTrouble | null } {
  const isUnderWay = useRef(false)
  const [trouble, setTrouble] = useState<SendTrouble | null>(null)
  const submit = form.handleSubmit(async (values) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setTrouble(null)
    try {
      await send(values)
    } catch (error) {
      if (!(error instanceof ApiRefusal || error instanceof ApiUnreachable)) throw error
      setTrouble(error)
      if (error instanceof ApiRefusal) showBesideFields(form, error)
    } finally {
      isUnderWay.current = false
    }
  })
  return { submit, trouble }
}

function showBesideFields<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  refusal: ApiRefusal,
): void {
  const errors = [
    ...refusal.errors.map(({ field, issue }) => ({ field: field.replace(/^data\./, ''), issue })),
    ...(refusal.code === 'PAYMENT_NOT_FOUND' ? [{ field: 'paymentId', issue: refusal.code }] : []),
  ]
  for (const { field, issue } of errors) {
    if (field in form.getValues()) form.setError(field as Path<Values>, { message: issue })
  }
}
