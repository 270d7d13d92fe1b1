import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { useErrorMessage } from '../lib/feedback/error-message.ts'

/** An error for a whole form. */
export function FormAlert({ code }: { code: string | undefined }) {
  const getErrorMessage = useErrorMessage()
  return <ErrorBanner>{getErrorMessage(code)}</ErrorBanner>
}
