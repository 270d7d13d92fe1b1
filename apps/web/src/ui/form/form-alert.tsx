import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { ErrorBanner } from '../error-banner.tsx'

/** An error of a whole form. */
export function FormAlert({ code }: { code: string | undefined }) {
  const messageOf = useErrorMessage()
  return <ErrorBanner>{messageOf(code)}</ErrorBanner>
}
