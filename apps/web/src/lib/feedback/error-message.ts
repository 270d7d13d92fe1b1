import { type FieldIssue, fieldIssues } from '@playhub/contract/forms/field-issues'
import { isRefusalCode } from '@playhub/contract/refusals'
import { useTranslation } from 'react-i18next'
import { usePasswordMax } from '../context/page-context.ts'

const isFieldIssue = (code: string): code is FieldIssue => fieldIssues.some((issue) => issue === code)

/** @returns  Translates a field issue or a refusal code; undefined stays undefined. */
export function useErrorMessage(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation('errors')
  const max = usePasswordMax()
  return (code) => {
    if (!code) return undefined
    if (isFieldIssue(code)) return t(`issue.${code}`, { max })
    return t(`refusal.${isRefusalCode(code) ? code : 'FAULT'}`)
  }
}
