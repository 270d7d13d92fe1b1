import { type EventCode, eventCodes } from '@playhub/contract/events'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { oauthMethods } from './auth-methods.ts'
import type { OAuthMethod } from './flow.ts'
import { toEventCode } from './flow-result.ts'

/** Adds a failure to an address: a reload keeps the message, the next navigation drops it. */
export function withFailure(path: string, errorCode: EventCode, method?: OAuthMethod): string {
  return `${path}?${new URLSearchParams({ failed: String(errorCode), ...(method && { method }) })}`
}

/** The message for the failure in the address, if there is one. */
export function useFlowFailure(): string | undefined {
  const { t } = useTranslation('accounts')
  const [query] = useSearchParams()
  const failed = query.get('failed')
  if (failed === null) return undefined
  const method = oauthMethods.find((known) => known === query.get('method'))
  return t(`oauth.failure.${toReason(toEventCode(failed))}`, {
    method: method ? t(`methodName.${method}`) : t('oauth.provider'),
  })
}

function toReason(errorCode: EventCode) {
  switch (errorCode) {
    case eventCodes.SIGN_IN_UNKNOWN_METHOD:
      return 'notOffered'
    case eventCodes.SIGN_IN_STATE_NOT_SET:
      return 'notStarted'
    case eventCodes.SIGN_IN_STATE_NOT_FOUND:
    case eventCodes.SIGN_IN_STATE_EXPIRED:
      return 'lost'
    case eventCodes.IDENTITY_TAKEN:
      return 'taken'
    case eventCodes.ACCOUNT_BANNED:
      return 'banned'
    default:
      return 'notConfirmed'
  }
}
