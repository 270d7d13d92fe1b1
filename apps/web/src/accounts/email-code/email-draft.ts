import { tabStore } from '../../lib/browser/storage.ts'

/** What survives a reload between a form and its code. `resendAt` is when another code may be requested. */
export type EmailDraft = { email: string; resendAt: number }

export type DraftStore = {
  read(): EmailDraft | null
  save(draft: EmailDraft): void
  clear(): void
}

/** Uses session storage. Passwords and codes are never stored. */
export function draftStore(key: string): DraftStore {
  return {
    read: () => parseDraft(tabStore.get(key)),
    save: ({ email, resendAt }) => tabStore.set(key, JSON.stringify({ email, resendAt })),
    clear: () => tabStore.remove(key),
  }
}

function parseDraft(stored: string | null): EmailDraft | null {
  try {
    const draft = JSON.parse(stored ?? 'null') as Partial<EmailDraft> | null
    if (typeof draft?.email !== 'string') return null
    return { email: draft.email, resendAt: Number(draft.resendAt) || 0 }
  } catch {
    return null
  }
}
