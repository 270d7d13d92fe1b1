import type { Keeper } from '../platform/context.ts'

export interface Mail {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  receivedAt: string
}

export interface Mailbox extends Keeper {
  put(mail: Mail): void
  /** Newest first. An address is compared without regard to case. */
  list(to?: string): Mail[]
  find(id: string): Mail | undefined
}

const KEPT = 1000

export function createMailbox(changed: () => void): Mailbox {
  let mails: Mail[] = []
  return {
    name: 'mail',
    put(mail) {
      mails.unshift(mail)
      mails.length = Math.min(mails.length, KEPT)
      changed()
    },
    list(to) {
      const address = to?.trim().toLowerCase()
      return address ? mails.filter((mail) => mail.to.toLowerCase() === address) : [...mails]
    },
    find: (id) => mails.find((mail) => mail.id === id),
    save: () => mails,
    load: (saved) => {
      mails = saved as Mail[]
    },
  }
}
