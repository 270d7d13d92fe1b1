import * as z from 'zod'
import { hashToken, newToken } from '../platform/authentication/random-token.ts'
import { type Db, transact } from '../platform/database/database.ts'
import { FinalError } from '../platform/final-error.ts'
import { codeEmailQueue, emailQueue } from '../platform/mail/email.ts'
import { AccountChange } from './account-changes/account-change.ts'
import { setUndoToken, takeUnsentChanges } from './account-changes/account-change-store.ts'
import { renderAccountChangesEmail } from './account-changes/change-email.ts'
import { pendingUndoEmailJob } from './account-changes/pending-undo.ts'
import { findPendingUndo } from './account-changes/pending-undo-store.ts'
import type { AccountChangeRow } from './account-changes/tables.ts'
import { findAccount, findCurrentPassword, listIdentities } from './account-store.ts'
import { codeTtlMs, hashCode, newCode } from './codes/code.ts'
import { setCodeHash } from './codes/code-store.ts'
import type { Deps } from './deps.ts'
import {
  renderCodeEmail,
  renderCodeGuessesEmail,
  renderEmailCodeGuessesEmail,
  renderPasswordChangedEmail,
  renderPasswordGuessesEmail,
  renderPendingUndoEmail,
} from './emails.ts'
import {
  AccountChangePayload,
  accountChangeJob,
  CodeGuessesPayload,
  CodePayload,
  codeGuessesJob,
  codeJob,
  EmailCodeGuessesPayload,
  emailCodeGuessesKind,
  PasswordChangedPayload,
  PasswordGuessesPayload,
  passwordChangedJob,
  passwordGuessesJob,
} from './queued-emails.ts'
import type { AccountRow } from './tables.ts'

export function defineEmailJobs(deps: Deps): void {
  const { jobs, mail, config, messagesIn } = deps
  const { publicUrl } = config.http
  jobs.define(codeJob, {
    queue: codeEmailQueue,
    run: (payload) => sendCode(deps, CodePayload.parse(payload).codeId),
  })
  jobs.define(passwordChangedJob, {
    queue: emailQueue,
    async run(payload) {
      const { email, language } = PasswordChangedPayload.parse(payload)
      await mail.send(renderPasswordChangedEmail({ to: email, messages: messagesIn(language), publicUrl }))
    },
  })
  jobs.define(passwordGuessesJob, {
    queue: emailQueue,
    async run(payload) {
      const { email, language, until } = PasswordGuessesPayload.parse(payload)
      await mail.send(
        renderPasswordGuessesEmail({ to: email, messages: messagesIn(language), until, publicUrl }),
      )
    },
  })
  jobs.define(codeGuessesJob, {
    queue: emailQueue,
    async run(payload) {
      const { accountId } = CodeGuessesPayload.parse(payload)
      const account = await findAccount(deps.db, accountId)
      const to = (await findCurrentPassword(deps.db, accountId))?.email
      if (!account || !to) return
      await mail.send(renderCodeGuessesEmail({ to, messages: messagesIn(account.language), publicUrl }))
    },
  })
  jobs.define(emailCodeGuessesKind, {
    queue: emailQueue,
    async run(payload) {
      const { accountId, until } = EmailCodeGuessesPayload.parse(payload)
      const account = await findAccount(deps.db, accountId)
      if (!account) return
      const email = { messages: messagesIn(account.language), publicUrl, until }
      for (const to of await listOwnerEmails(deps.db, account))
        await mail.send(renderEmailCodeGuessesEmail({ ...email, to }))
    },
  })
  jobs.define(pendingUndoEmailJob, {
    queue: emailQueue,
    run: (payload) => sendPendingUndo(deps, CodeGuessesPayload.parse(payload).accountId),
  })
  jobs.define(accountChangeJob, {
    queue: emailQueue,
    run: (payload) => sendAccountChanges(deps, AccountChangePayload.parse(payload).changeId),
  })
}

/**
 * Generates the code and sends it. The plain code exists only in the email, in neither the job nor the table. A retry
 * sends a different code, and only the newest email's code is valid.
 */
async function sendCode(deps: Deps, codeId: string): Promise<void> {
  const { db, clock, mail, config, codePepper, messagesIn } = deps
  const code = newCode()
  const row = await setCodeHash(db, codeId, hashCode(codePepper, codeId, code), clock.now() + codeTtlMs)
  if (!row) return // already used, or replaced by a newer request
  const { purpose, email, language } = row
  const messages = messagesIn(language)
  await mail.send(renderCodeEmail({ purpose, to: email, code, messages, publicUrl: config.http.publicUrl }))
}

/**
 * Announces changes to the owner. Like a code, the plain token exists only in the email. It is in the URL fragment,
 * which browsers do not send.
 */
async function sendAccountChanges(deps: Deps, changeId: string): Promise<void> {
  const { db, mail, config, messagesIn } = deps
  const { publicUrl } = config.http
  const rows = await transact(db, (tx) => takeUnsentChanges(tx, changeId))
  const [oldest] = rows
  if (!oldest) return // already undone, or covered by another job's email
  const changes = rows.map(toChange)
  const token = newToken()
  await setUndoToken(db, oldest.id, hashToken(token))
  const email = {
    messages: messagesIn(oldest.language),
    publicUrl,
    undoUrl: `${publicUrl}/auth/undo#${token}`,
  }
  const recipients = new Set(changes.flatMap(({ emails }) => emails))
  if (recipients.size === 0) return sendToReceiptEmail(deps, oldest.accountId, { ...email, changes })
  const refusals: FinalError[] = []
  for (const to of recipients) {
    const ownChanges = changes.filter(({ emails }) => emails.includes(to))
    // The owner may read the other email.
    await mail.send(renderAccountChangesEmail({ ...email, to, changes: ownChanges })).catch((error) => {
      if (!(error instanceof FinalError)) throw error
      refusals.push(error)
    })
  }
  if (refusals[0]) throw refusals[0]
}

/** This email is unconfirmed, so it gets no undo link. The hub's settings show the changes, too. */
async function sendToReceiptEmail(
  { db, mail }: Deps,
  accountId: string,
  email: Omit<Parameters<typeof renderAccountChangesEmail>[0], 'to' | 'undoUrl'>,
): Promise<void> {
  const to = (await findAccount(db, accountId))?.receiptEmail
  if (to) await mail.send(renderAccountChangesEmail({ ...email, to, undoUrl: null }))
}

/** Announces a pending undo to the account's current emails. */
async function sendPendingUndo({ db, mail, config, messagesIn }: Deps, accountId: string): Promise<void> {
  const account = await findAccount(db, accountId)
  const pending = await findPendingUndo(db, accountId)
  if (!account || !pending) return
  const email = {
    messages: messagesIn(account.language),
    publicUrl: config.http.publicUrl,
    effectiveAt: pending.effectiveAt,
  }
  for (const to of await listOwnerEmails(db, account))
    await mail.send(renderPendingUndoEmail({ ...email, to }))
}

/** The account's email and its login email; without them, its receipt email. */
async function listOwnerEmails(db: Db, { id, email, receiptEmail }: AccountRow): Promise<string[]> {
  const identities = (await listIdentities(db, id)).filter(({ provider }) => provider === 'mail')
  const own = new Set([...(email ? [email] : []), ...identities.map(({ subject }) => subject)])
  if (own.size === 0 && receiptEmail) own.add(receiptEmail)
  return [...own]
}

function toChange({ change, emails, createdAt }: AccountChangeRow) {
  return {
    ...AccountChange.parse(JSON.parse(change)),
    changedAt: createdAt,
    emails: z.array(z.string()).parse(JSON.parse(emails)),
  }
}
