import { interfaceLanguages } from '@playhub/contract'
import * as z from 'zod'
import type { Deps } from './deps.ts'
import { passwordChangedLetter } from './emails.ts'

export const mailPasswordChangedJob = 'accounts.mail-password-changed'

const Payload = z.object({ email: z.string(), language: z.enum(interfaceLanguages) })

/** Tells a player that the password is a new one, in case it was somebody else who set it. */
export function definePasswordLetter({ jobs, mail, config }: Deps): void {
  jobs.define(mailPasswordChangedJob, {
    async run(payload) {
      const { email, language } = Payload.parse(payload)
      await mail.send(passwordChangedLetter({ to: email, language, publicUrl: config.http.publicUrl }))
    },
  })
}
