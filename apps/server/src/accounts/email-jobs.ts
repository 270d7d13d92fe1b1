import { type InterfaceLanguage, interfaceLanguages } from '@playhub/contract'
import * as z from 'zod'
import type { NewJob } from '../platform/jobs/jobs.ts'
import { codeTtlMs, hashCode, newCode } from './codes/code.ts'
import { setCodeHash } from './codes/code-store.ts'
import type { Deps } from './deps.ts'
import { renderCodeEmail, renderDeletionEmail, renderPasswordChangedEmail } from './emails.ts'

const codeJob = 'accounts.email-code'
const passwordChangedJob = 'accounts.email-password-changed'
const deletionJob = 'accounts.email-deletion'

const CodePayload = z.object({ codeId: z.string() })
const PasswordChangedPayload = z.object({ email: z.string(), language: z.enum(interfaceLanguages) })
const DeletionPayload = PasswordChangedPayload.extend({ deletionAt: z.int() })

export function codeEmailJob(codeId: string): NewJob {
  return { kind: codeJob, payload: { codeId } }
}

/** Warns the player, in case somebody else changed the password. */
export function passwordChangedEmailJob(email: string, language: InterfaceLanguage): NewJob {
  return { kind: passwordChangedJob, payload: { email, language } }
}

/** Says when the account will be deleted and how to keep it, in case somebody else requested the deletion. */
export function deletionEmailJob(email: string, language: InterfaceLanguage, deletionAt: number): NewJob {
  return { kind: deletionJob, payload: { email, language, deletionAt } }
}

export function defineEmailJobs(deps: Deps): void {
  const { jobs, mail, config } = deps
  const { publicUrl } = config.http
  jobs.define(codeJob, { run: (payload) => sendCode(deps, CodePayload.parse(payload).codeId) })
  jobs.define(passwordChangedJob, {
    async run(payload) {
      const { email, language } = PasswordChangedPayload.parse(payload)
      await mail.send(renderPasswordChangedEmail({ to: email, language, publicUrl }))
    },
  })
  jobs.define(deletionJob, {
    async run(payload) {
      const { email, language, deletionAt } = DeletionPayload.parse(payload)
      await mail.send(renderDeletionEmail({ to: email, language, deletionAt, publicUrl }))
    },
  })
}

/**
 * Generates the code and sends it. The plain code exists only in the email: neither the job nor the table holds it. A
 * retry sends a different code, and only the code of the newest email is valid.
 */
async function sendCode({ db, clock, mail, config, codePepper }: Deps, codeId: string): Promise<void> {
  const code = newCode()
  const row = await setCodeHash(db, codeId, hashCode(codePepper, codeId, code), clock.now() + codeTtlMs)
  if (!row) return // already used, or replaced by a newer request
  const { purpose, email, language } = row
  await mail.send(renderCodeEmail({ purpose, to: email, code, language, publicUrl: config.http.publicUrl }))
}
