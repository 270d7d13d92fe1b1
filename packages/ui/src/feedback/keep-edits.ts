import type { FieldValues, UseFormReturn } from 'react-hook-form'

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'reset'>

/**
 * Call it when a form is submitted.
 * @returns  Resets the form to the saved values, and keeps edits made while the request was in flight.
 */
export function keepEdits<Values extends FieldValues>(form: Form<Values>): (saved: Values) => void {
  // A copy: the form mutates the result of getValues.
  const submitted = { ...form.getValues() }
  return (saved) => {
    const edited = Object.entries(form.getValues()).filter(([name, value]) => value !== submitted[name])
    form.reset(saved)
    if (edited.length === 0) return
    form.reset({ ...saved, ...Object.fromEntries(edited) }, { keepDefaultValues: true })
  }
}
