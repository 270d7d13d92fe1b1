import { toNestErrors } from '@hookform/resolvers'
import type { FieldIssue } from '@playhub/contract/forms/field-issues'
import type { FieldValues, Resolver } from 'react-hook-form'

type WithRepeat = FieldValues & { password: string; passwordRepeat: string }

/** Reports a mismatch as soon as both passwords are filled in. A schema would do so only when all other fields are valid. */
export function withRepeatedPassword<Values extends WithRepeat, Parsed>(
  resolver: Resolver<Values, unknown, Parsed>,
): Resolver<Values, unknown, Parsed> {
  return async (values, context, options) => {
    const resolved = await resolver(values, context, options)
    if ('passwordRepeat' in resolved.errors || !isMismatch(values)) return resolved
    const mismatch = { type: 'custom', message: 'PASSWORD_MISMATCH' satisfies FieldIssue }
    return { values: {}, errors: toNestErrors({ ...resolved.errors, passwordRepeat: mismatch }, options) }
  }
}

function isMismatch({ password, passwordRepeat }: WithRepeat): boolean {
  return Boolean(password && passwordRepeat) && password !== passwordRepeat
}
