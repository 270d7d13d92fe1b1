import { interfaceLanguages } from '@playhub/contract'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { deletionLetter } from '../emails.ts'

export const mailDeletionJob = 'accounts.mail-deletion'

const Payload = z.object({ email: z.string(), language: z.enum(interfaceLanguages), deletionAt: z.int() })

/** Tells a player when the account will be gone and how to keep it, in case it was somebody else who asked. */
export function defineDeletionLetter({ jobs, mail, config }: Deps): void {
  jobs.define(mailDeletionJob, {
    async run(payload) {
      const { email, ...told } = Payload.parse(payload)
      await mail.send(deletionLetter({ to: email, ...told, publicUrl: config.http.publicUrl }))
    },
  })
}
