import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import type { ConsoleRefusal } from '../../i18n/types.d.ts'
import { messages } from './messages.ts'

/** The compiler reports a refusal without a message where this is used. */
const isKnown = (code: string): code is ConsoleRefusal => messages.exists(`errors:refusal.${code}`)

/** Text for a failed call, in the language in use. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ApiUnreachable) return messages.t('errors:unreachable')
  const code = error instanceof ApiRefusal ? error.code : 'FAULT'
  return messages.t(`errors:refusal.${isKnown(code) ? code : 'FAULT'}`)
}
