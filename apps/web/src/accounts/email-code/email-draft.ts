import { tabStore } from '../../lib/browser/storage.ts'

/** Draft kept over a reload between the steps. */
export type EmailDraft = {
  email: string
  /** When another code may be requested. */
  resendAt: number
  /** Proves which client chose the registration password. */
  registrationSecret?: string | undefined
  /** The exchanged recovery code. */
  resetTicket?: ResetTicket | undefined
}
type ResetTicket = { ticket: string; expiresAt: number }

/** Passwords and codes are never stored. */
export function draftStore(key: string) {
  return {
    read: () => parseDraft(tabStore.get(key)),
    save: ({ email, resendAt, registrationSecret, resetTicket }: EmailDraft) =>
      tabStore.set(key, JSON.stringify({ email, resendAt, registrationSecret, resetTicket })),
    clear: () => tabStore.remove(key),
  }
}

function parseDraft(stored: string | null): EmailDraft | null {
  try {
    const draft = JSON.parse(stored ?? 'null') as Partial<EmailDraft> | null
    if (typeof draft?.email !== 'string') return null
    const { email, resendAt, registrationSecret, resetTicket } = draft
    return {
      email,
      resendAt: Number(resendAt) || 0,
      registrationSecret,
      resetTicket: unexpired(resetTicket),
    }
  } catch {
    return null
  }
}

function unexpired(ticket: ResetTicket | undefined): ResetTicket | undefined {
  return ticket && ticket.expiresAt > Date.now() ? ticket : undefined
}
