import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { tabStore } from '../../lib/browser/storage.ts'

/** What survives a reload between the steps. */
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

/**
 * Steps on a screen that verifies an email. The current step is in the query, so that Back and reload work.
 * @param storageKey  Where the draft is kept, in session storage.
 */
export function useEmailSteps<Step extends string>(storageKey: string, steps: readonly [Step, ...Step[]]) {
  const [query, setQuery] = useSearchParams()
  const drafts = draftStore(storageKey)
  const [draft, setDraft] = useState(drafts.read)
  const goTo = (next: Step, options?: { replace?: boolean }) =>
    setQuery((previous) => {
      const params = new URLSearchParams(previous)
      if (next === steps[0]) params.delete('step')
      else params.set('step', next)
      return params
    }, options)
  return {
    step: steps.find((known) => known === query.get('step')) ?? steps[0],
    goTo,
    draft,
    saveDraft: (next: EmailDraft) => {
      drafts.save(next)
      setDraft(next)
    },
    clearDraft: drafts.clear,
  }
}

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
