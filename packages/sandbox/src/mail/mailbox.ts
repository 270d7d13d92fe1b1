import type { Persistent } from '../platform/state-file.ts'

export interface Email {
  id: string
  to: string
  from: string
  fromName: string
  /** Empty: the sender. */
  replyTo: string
  messageId: string
  subject: string
  text: string
  html: string
  receivedAt: string
}

export interface Mailbox extends Persistent {
  add(email: Email): void
  /** Newest first. Emails are compared case-insensitively. */
  list(to?: string): Email[]
  find(id: string): Email | undefined
}

const MAX_EMAILS = 1000

export function createMailbox(stateChanged: () => void): Mailbox {
  let emails: Email[] = []
  return {
    name: 'mail',
    add(email) {
      emails.unshift(email)
      emails.length = Math.min(emails.length, MAX_EMAILS)
      stateChanged()
    },
    list(to) {
      const mailbox = to?.trim().toLowerCase()
      return mailbox ? emails.filter((email) => email.to.toLowerCase() === mailbox) : [...emails]
    },
    find: (id) => emails.find((email) => email.id === id),
    save: () => emails,
    load: (saved) => {
      emails = saved as Email[]
    },
  }
}
