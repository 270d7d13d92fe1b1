import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { ErrorBanner } from '../error-banner.tsx'

/** What went wrong with a form as a whole. */
export function FormAlert({ code }: { code: string | undefined }) {
  const words = useErrorMessage()
  return <ErrorBanner>{words(code)}</ErrorBanner>
}
