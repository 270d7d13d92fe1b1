import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'reset'>

/**
 * To be called when a form is sent.
 * @returns  Sets the form to what has been saved. A field that was written in meanwhile keeps its text, not yet saved.
 */
export function settlerOf<Values extends FieldValues>(form: Form<Values>): (saved: Values) => void {
  // The form goes on writing in its own object.
  const sent = { ...form.getValues() }
  return (saved) => {
    const written = Object.entries(form.getValues()).filter(([name, value]) => value !== sent[name])
    form.reset(saved as DefaultValues<Values>)
    if (written.length === 0) return
    form.reset({ ...saved, ...Object.fromEntries(written) }, { keepDefaultValues: true })
  }
}
