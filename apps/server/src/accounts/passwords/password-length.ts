import type { FieldIssue } from '@playhub/contract'
import * as z from 'zod'
import type { HubConfig } from '../../platform/hub-config.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Request body fields with a password. */
const Passwords = z.object({ password: z.string(), currentPassword: z.string() }).partial().catch({})

/**
 * The contract allows every configurable length; this is what this hub allows.
 * @throws Refusal BODY_INVALID with the field
 */
export function rejectLongPasswords(
  { passwordMaxLength }: Pick<HubConfig, 'passwordMaxLength'>,
  body: unknown,
) {
  const issue: FieldIssue = 'PASSWORD_LENGTH'
  const errors = Object.entries(Passwords.parse(body))
    .filter(([, password]) => password.length > passwordMaxLength)
    .map(([field]) => ({ field, issue, message: issue }))
  if (errors.length > 0) throw Refusal.forFields(errors)
}
