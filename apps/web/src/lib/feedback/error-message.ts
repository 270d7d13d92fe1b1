import { type FieldIssue, fieldIssues } from '@playhub/contract/forms/field-issues'
import { isRefusalCode } from '@playhub/contract/refusals'
import { formatWait } from '@playhub/ui/feedback/api-errors.ts'
import { useTranslation } from 'react-i18next'
import { usePasswordMax } from '../context/page-context.ts'

const isFieldIssue = (code: string): code is FieldIssue => fieldIssues.some((issue) => issue === code)

/** @returns  Translates a field issue or a refusal code, see `toErrorCode`; undefined stays undefined. */
export function useErrorMessage(): (code: string | undefined) => string | undefined {
  const { t, i18n } = useTranslation('errors')
  const max = usePasswordMax()
  return (code) => {
    if (!code) return undefined
    if (isFieldIssue(code)) return t(`issue.${code}`, { max })
    const [refusal, seconds] = code.split(' ')
    // A minute or less is what the refusal's own message says.
    if (refusal === 'TOO_MANY_REQUESTS' && Number(seconds) > 60)
      return t('tooManyUntil', { when: formatWait(Number(seconds), i18n.language) })
    return t(`refusal.${isRefusalCode(refusal) ? refusal : 'FAULT'}`)
  }
}
