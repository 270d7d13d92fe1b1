/** Emails about an account, as jobs. `email-jobs.ts` renders and sends them. */
import { type InterfaceLanguage, recognisedLanguages } from '@playhub/contract'
import * as z from 'zod'
import type { NewJob } from '../platform/jobs/jobs.ts'

export const codeJob = 'accounts.email-code'
/** Handles jobs from earlier versions. */
export const passwordChangedJob = 'accounts.email-password-changed'
export const passwordGuessesJob = 'accounts.email-password-guesses'
export const codeGuessesJob = 'accounts.email-second-factor-guesses'
export const emailCodeGuessesKind = 'accounts.email-code-guesses'
export const accountChangeJob = 'accounts.email-account-change'

export const CodePayload = z.object({ codeId: z.string() })
export const PasswordChangedPayload = z.object({ email: z.string(), language: z.enum(recognisedLanguages) })
export const PasswordGuessesPayload = PasswordChangedPayload.extend({ until: z.int() })
export const CodeGuessesPayload = z.object({ accountId: z.string() })
export const EmailCodeGuessesPayload = CodeGuessesPayload.extend({ until: z.int() })
export const AccountChangePayload = z.object({ changeId: z.string() })

export function codeEmailJob(codeId: string): NewJob {
  return { kind: codeJob, payload: { codeId } }
}

/** @param until  When password login becomes possible again. */
export function passwordGuessesEmailJob(email: string, language: InterfaceLanguage, until: number): NewJob {
  return { kind: passwordGuessesJob, payload: { email, language, until } }
}

/** Warns the account owner: somebody else may know the password. */
export function codeGuessesEmailJob(accountId: string): NewJob {
  return { kind: codeGuessesJob, payload: { accountId } }
}

/** @param until  When codes work from every network again. */
export function emailCodeGuessesJob(accountId: string, until: number): NewJob {
  return { kind: emailCodeGuessesKind, payload: { accountId, until } }
}

/** Tells the account owner about a change, in case somebody else made it. */
export function accountChangeEmailJob(changeId: string): NewJob {
  return { kind: accountChangeJob, payload: { changeId } }
}
