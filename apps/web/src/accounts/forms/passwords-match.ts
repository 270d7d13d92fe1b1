import type { FieldIssue } from '@playhub/contract/forms'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

type WithRepeat = FieldValues & { password: string; passwordRepeat: string }

/**
 * A schema compares the two passwords only once every other field holds. The player should hear of a mismatch as soon
 * as both are there.
 */
export function withRepeatedPassword<Values extends WithRepeat, Parsed>(
  resolver: Resolver<Values, unknown, Parsed>,
): Resolver<Values, unknown, Parsed> {
  return async (values, context, options) => {
    const found = await resolver(values, context, options)
    const errors = found.errors as FieldErrors<WithRepeat>
    if (errors.passwordRepeat || !isMismatch(values)) return found
    const mismatch = { type: 'custom', message: 'PASSWORD_MISMATCH' satisfies FieldIssue }
    return { values: {}, errors: { ...errors, passwordRepeat: mismatch } as FieldErrors<Values> }
  }
}

export function isMismatch({ password, passwordRepeat }: WithRepeat): boolean {
  return Boolean(password && passwordRepeat) && password !== passwordRepeat
}
