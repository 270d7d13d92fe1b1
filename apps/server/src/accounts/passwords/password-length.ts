import type { FieldIssue } from '@playhub/contract'
import type { HubConfig } from '../../platform/hub-config.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Request body fields that hold a password. */
const passwordFields = ['password', 'currentPassword'] as const

/**
 * The contract allows every configurable length; this is what this hub allows.
 * @throws Refusal BODY_INVALID with the field
 */
export function rejectLongPasswords(
  { passwordMaxLength }: Pick<HubConfig, 'passwordMaxLength'>,
  body: unknown,
) {
  const form = (body ?? {}) as Partial<Record<(typeof passwordFields)[number], unknown>>
  const issue: FieldIssue = 'PASSWORD_LENGTH'
  const errors = passwordFields
    .filter((field) => String(form[field] ?? '').length > passwordMaxLength)
    .map((field) => ({ field, issue, message: issue }))
  if (errors.length > 0) throw Refusal.forFields(errors)
}
