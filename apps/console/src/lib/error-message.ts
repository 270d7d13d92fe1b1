import { operatorRoles } from '@playhub/contract/operator/permissions'
import { ApiRefusal, ApiUnreachable, formatRetry, isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { isImportFailure } from '@playhub/ui/feedback/retry-import.ts'
import type { ConsoleRefusal } from '../../i18n/types.d.ts'
import { messages } from './messages.ts'

/** The compiler reports a refusal without a message where this is used. */
const isKnown = (code: string): code is ConsoleRefusal => messages.exists(`errors:refusal.${code}`)

/** Names the roles a refused operator lacks. */
function describeMissingRole({ details }: ApiRefusal): string | undefined {
  const { roles, isHubWide } = details
  const missing = operatorRoles.filter((role) => Array.isArray(roles) && roles.includes(role))
  if (missing.length === 0) return undefined
  const names = missing.map((role) => messages.t(`common:role.${role}`))
  const list = new Intl.ListFormat(messages.language, { type: 'disjunction' }).format(names)
  return messages.t(isHubWide ? 'errors:needsRoleForAll' : 'errors:needsRole', { roles: list })
}

/** Text for a failed call, in the language in use. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ApiUnreachable || isImportFailure(error)) return messages.t('errors:unreachable')
  const code = error instanceof ApiRefusal ? error.code : 'FAULT'
  const when = formatRetry(error, messages.language)
  if (code === 'TOO_MANY_REQUESTS' && when) return messages.t('errors:tooManyUntil', { when })
  const missingRole = isRefusal(error, 'OPERATOR_FORBIDDEN') && describeMissingRole(error)
  if (missingRole) return missingRole
  return messages.t(`errors:refusal.${isKnown(code) ? code : 'FAULT'}`)
}
