import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { draftStore, type EmailDraft } from './email-draft.ts'

/**
 * Steps on a screen for verifying an email. The current step is in the query, so Back and reload work.
 * @param storageKey  The draft's key in session storage.
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
