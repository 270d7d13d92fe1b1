import { tabStore } from '../../lib/browser/storage.ts'

/** What survives a reload between a form and its code: whom the code went to, and when another may be asked for. */
export type EmailDraft = { email: string; resendAt: number }

export type DraftStore = {
  read(): EmailDraft | null
  save(draft: EmailDraft): void
  forget(): void
}

/** Kept in this tab only. Passwords and codes are never kept. */
export function draftStore(key: string): DraftStore {
  return {
    read: () => parseDraft(tabStore.get(key)),
    save: ({ email, resendAt }) => tabStore.set(key, JSON.stringify({ email, resendAt })),
    forget: () => tabStore.remove(key),
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
