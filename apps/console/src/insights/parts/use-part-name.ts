import type { InsightPart } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { formatLanguage } from '../../lib/format.ts'

const named = ['phone', 'tablet', 'desktop', 'own', 'search', 'direct', 'rare', 'new', 'returning'] as const

/** Names a part in the operator's language. A host is its own name. */
export function usePartName(): (part: Pick<InsightPart, 'dimension' | 'value'>) => string {
  const { t, i18n } = useTranslation('insights')
  return ({ dimension, value }) => {
    if (dimension === 'language') return formatLanguage(value, i18n.language)
    if (dimension === 'build') return value === '0' ? t('part.noBuild') : t('mark.build', { name: value })
    const known = named.find((name) => name === value)
    return known ? t(`part.value.${known}`) : value
  }
}
