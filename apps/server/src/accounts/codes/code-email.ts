import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { codeLetter } from '../emails.ts'
import { codeLifeMs, hashCode, newCode } from './code.ts'
import { keepCodeHash } from './code-store.ts'

export const mailCodeJob = 'accounts.mail-code'

const Payload = z.object({ codeId: z.string() })

/**
 * Writes and sends the letter. The code is born here and lives in the letter only: neither the job nor the table holds
 * it. Sent again after a fault, the letter has another code, and the newest letter is the one that holds.
 */
export function defineCodeLetter({ jobs, db, clock, mail, config, codePepper }: Deps): void {
  jobs.define(mailCodeJob, {
    async run(payload) {
      const { codeId } = Payload.parse(payload)
      const code = newCode()
      const hash = hashCode(codePepper, codeId, code)
      const kept = await keepCodeHash(db, codeId, hash, clock.now() + codeLifeMs)
      if (!kept) return // used, or another letter was asked for since
      const { purpose, email, language } = kept
      await mail.send(codeLetter({ purpose, to: email, code, language, publicUrl: config.http.publicUrl }))
    },
  })
}
