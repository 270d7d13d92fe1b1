import { type InterfaceLanguage, recognisedLanguages } from '@playhub/contract'
import * as z from 'zod'
import type { NewJob } from '../platform/jobs/jobs.ts'
import { AccountChange } from './account-changes/account-change.ts'
import { setUndoToken } from './account-changes/account-change-store.ts'
import { renderAccountChangeEmail } from './account-changes/change-email.ts'
import { findAccount, findCurrentPassword } from './account-store.ts'
import { codeTtlMs, hashCode, newCode } from './codes/code.ts'
import { setCodeHash } from './codes/code-store.ts'
import type { Deps } from './deps.ts'
import {
  renderCodeEmail,
  renderCodeGuessesEmail,
  renderPasswordChangedEmail,
  renderPasswordGuessesEmail,
} from './emails.ts'
import { hashToken, newToken } from './random-token.ts'

const codeJob = 'accounts.email-code'
const passwordChangedJob = 'accounts.email-password-changed'
const passwordGuessesJob = 'accounts.email-password-guesses'
const codeGuessesJob = 'accounts.email-second-factor-guesses'
const accountChangeJob = 'accounts.email-account-change'

const CodePayload = z.object({ codeId: z.string() })
const PasswordChangedPayload = z.object({ email: z.string(), language: z.enum(recognisedLanguages) })
const PasswordGuessesPayload = PasswordChangedPayload.extend({ until: z.int() })
const CodeGuessesPayload = z.object({ accountId: z.string() })
const AccountChangePayload = z.object({ changeId: z.string() })

export function codeEmailJob(codeId: string): NewJob {
  return { kind: codeJob, payload: { codeId } }
}

/** Warns the player, in case somebody else changed the password. */
export function passwordChangedEmailJob(email: string, language: InterfaceLanguage): NewJob {
  return { kind: passwordChangedJob, payload: { email, language } }
}

/** @param until  When logins by password are possible again. */
export function passwordGuessesEmailJob(email: string, language: InterfaceLanguage, until: number): NewJob {
  return { kind: passwordGuessesJob, payload: { email, language, until } }
}

/** Warns the owner of an account whose password somebody else may know. */
export function codeGuessesEmailJob(accountId: string): NewJob {
  return { kind: codeGuessesJob, payload: { accountId } }
}

/** Informs the owner of an account about a change, in case somebody else made it. */
export function accountChangeEmailJob(changeId: string): NewJob {
  return { kind: accountChangeJob, payload: { changeId } }
}

export function defineEmailJobs(deps: Deps): void {
  const { jobs, mail, config, textsIn } = deps
  const { publicUrl } = config.http
  jobs.define(codeJob, { run: (payload) => sendCode(deps, CodePayload.parse(payload).codeId) })
  jobs.define(passwordChangedJob, {
    async run(payload) {
      const { email, language } = PasswordChangedPayload.parse(payload)
      await mail.send(renderPasswordChangedEmail({ to: email, texts: textsIn(language), publicUrl }))
    },
  })
  jobs.define(passwordGuessesJob, {
    async run(payload) {
      const { email, language, until } = PasswordGuessesPayload.parse(payload)
      await mail.send(renderPasswordGuessesEmail({ to: email, texts: textsIn(language), until, publicUrl }))
    },
  })
  jobs.define(codeGuessesJob, {
    async run(payload) {
      const { accountId } = CodeGuessesPayload.parse(payload)
      const account = await findAccount(deps.db, accountId)
      const to = (await findCurrentPassword(deps.db, accountId))?.email
      if (!account || !to) return
      await mail.send(renderCodeGuessesEmail({ to, texts: textsIn(account.language), publicUrl }))
    },
  })
  jobs.define(accountChangeJob, {
    run: (payload) => sendAccountChange(deps, AccountChangePayload.parse(payload).changeId),
  })
}

/**
 * Generates the code and sends it. The plain code exists only in the email: neither the job nor the table holds it. A
 * retry sends a different code, and only the code of the newest email is valid.
 */
async function sendCode(deps: Deps, codeId: string): Promise<void> {
  const { db, clock, mail, config, codePepper, textsIn } = deps
  const code = newCode()
  const row = await setCodeHash(db, codeId, hashCode(codePepper, codeId, code), clock.now() + codeTtlMs)
  if (!row) return // already used, or replaced by a newer request
  const { purpose, email, language } = row
  const texts = textsIn(language)
  await mail.send(renderCodeEmail({ purpose, to: email, code, texts, publicUrl: config.http.publicUrl }))
}

/** Like a code, the plain token exists only in the email. It is in the fragment, which browsers do not send. */
async function sendAccountChange(deps: Deps, changeId: string): Promise<void> {
  const { db, mail, config, textsIn } = deps
  const { publicUrl } = config.http
  const token = newToken()
  const row = await setUndoToken(db, changeId, hashToken(token))
  if (!row) return // undone already
  const change = AccountChange.parse(JSON.parse(row.change))
  const undoUrl = `${publicUrl}/auth/undo#${token}`
  const { createdAt: changedAt } = row
  const texts = textsIn(row.language)
  for (const to of JSON.parse(row.emails) as string[]) {
    await mail.send(renderAccountChangeEmail({ to, texts, publicUrl, change, changedAt, undoUrl }))
  }
}
