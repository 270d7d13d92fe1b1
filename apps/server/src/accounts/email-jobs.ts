import { type InterfaceLanguage, recognisedLanguages } from '@playhub/contract'
import * as z from 'zod'
import { transact } from '../platform/database/database.ts'
import { FinalError } from '../platform/final-error.ts'
import type { NewJob } from '../platform/jobs/jobs.ts'
import { codeEmailQueue, emailQueue } from '../platform/mail/mail.ts'
import { AccountChange } from './account-changes/account-change.ts'
import { setUndoToken, takeUnsentChanges } from './account-changes/account-change-store.ts'
import { renderAccountChangesEmail } from './account-changes/change-email.ts'
import type { AccountChangeRow } from './account-changes/tables.ts'
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
/** Of an earlier version, which may have left jobs. */
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
  jobs.define(codeJob, {
    queue: codeEmailQueue,
    run: (payload) => sendCode(deps, CodePayload.parse(payload).codeId),
  })
  jobs.define(passwordChangedJob, {
    queue: emailQueue,
    async run(payload) {
      const { email, language } = PasswordChangedPayload.parse(payload)
      await mail.send(renderPasswordChangedEmail({ to: email, texts: textsIn(language), publicUrl }))
    },
  })
  jobs.define(passwordGuessesJob, {
    queue: emailQueue,
    async run(payload) {
      const { email, language, until } = PasswordGuessesPayload.parse(payload)
      await mail.send(renderPasswordGuessesEmail({ to: email, texts: textsIn(language), until, publicUrl }))
    },
  })
  jobs.define(codeGuessesJob, {
    queue: emailQueue,
    async run(payload) {
      const { accountId } = CodeGuessesPayload.parse(payload)
      const account = await findAccount(deps.db, accountId)
      const to = (await findCurrentPassword(deps.db, accountId))?.email
      if (!account || !to) return
      await mail.send(renderCodeGuessesEmail({ to, texts: textsIn(account.language), publicUrl }))
    },
  })
  jobs.define(accountChangeJob, {
    queue: emailQueue,
    run: (payload) => sendAccountChanges(deps, AccountChangePayload.parse(payload).changeId),
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

/**
 * Tells the owner of the changes that no email tells of yet. Like a code, the plain token exists only in the email. It is in
 * the fragment, which browsers do not send.
 */
async function sendAccountChanges(deps: Deps, changeId: string): Promise<void> {
  const { db, mail, config, textsIn } = deps
  const { publicUrl } = config.http
  const rows = await transact(db, (tx) => takeUnsentChanges(tx, changeId))
  const [oldest] = rows
  if (!oldest) return // undone already, or in the email of another job
  const changes = rows.map(toChange)
  const token = newToken()
  await setUndoToken(db, oldest.id, hashToken(token))
  const email = { texts: textsIn(oldest.language), publicUrl, undoUrl: `${publicUrl}/auth/undo#${token}` }
  const recipients = new Set(changes.flatMap(({ emails }) => emails))
  const refusals: FinalError[] = []
  for (const to of recipients) {
    const ownChanges = changes.filter(({ emails }) => emails.includes(to))
    // The owner may read the other address.
    await mail.send(renderAccountChangesEmail({ ...email, to, changes: ownChanges })).catch((error) => {
      if (!(error instanceof FinalError)) throw error
      refusals.push(error)
    })
  }
  if (refusals[0]) throw refusals[0]
}

function toChange({ change, emails, createdAt }: AccountChangeRow) {
  return {
    ...AccountChange.parse(JSON.parse(change)),
    changedAt: createdAt,
    emails: JSON.parse(emails) as string[],
  }
}
