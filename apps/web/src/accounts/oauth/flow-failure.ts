import { type EventCode, eventCodes } from '@playhub/contract/events'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { socialMethods } from './auth-methods.ts'
import type { SocialMethod } from './flow.ts'
import { eventCodeOf } from './flow-result.ts'

/** A failure stands in the address of the screen that tells it: a reload keeps it, the next step drops it. */
export function withFailure(path: string, errorCode: EventCode, method?: SocialMethod): string {
  return `${path}?${new URLSearchParams({ failed: String(errorCode), ...(method && { method }) })}`
}

/** What went wrong with the last flow, in words; undefined when nothing did. */
export function useFlowFailure(): string | undefined {
  const { t } = useTranslation('accounts')
  const [query] = useSearchParams()
  const failed = query.get('failed')
  if (failed === null) return undefined
  const method = socialMethods.find((known) => known === query.get('method'))
  return t(`social.failure.${reasonOf(eventCodeOf(failed))}`, {
    method: method ? t(`methodName.${method}`) : t('social.provider'),
  })
}

function reasonOf(errorCode: EventCode) {
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
    case eventCodes.ACCOUNT_DELETED:
      return 'deleted'
    default:
      return 'notConfirmed'
  }
}
