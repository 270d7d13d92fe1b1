import { lazy, Suspense } from 'react'
import { useHubContext } from '../lib/context/hub-context.ts'
import { isFramed } from '../lib/embedding/embedding.ts'
import { loadMessages } from '../lib/language/messages.ts'

/** If its files do not load, neither does the page: nobody pays into an unconfirmed account. */
const Question = lazy(() =>
  Promise.all([import('./link-question-dialog.tsx'), loadMessages('accounts')]).then(([loaded]) => ({
    default: loaded.LinkQuestionDialog,
  })),
)

/**
 * Asks a guest whom a link has logged in, on the pages for payments and settings. Not in a frame: only the project's own
 * sites can frame the hub, and storage there may not outlive the visit.
 */
export function LinkQuestion() {
  const { jwt } = useHubContext()
  if (!jwt || isFramed()) return null
  return (
    <Suspense>
      <Question />
    </Suspense>
  )
}
