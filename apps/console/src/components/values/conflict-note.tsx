import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '../../lib/conflict.ts'
import { formatInstant } from '../../lib/format.ts'
import { useMe } from '../../lib/me.ts'
import { useNow } from '../../lib/use-now.ts'

/** Says who was faster. */
export function ConflictNote({ conflict }: { conflict: Conflict | null }) {
  const { t, i18n } = useTranslation()
  const { timeZone } = useMe()
  const now = useNow()
  if (!conflict) return null
  const { by, at } = conflict
  const text =
    by === null || at === null
      ? t('conflict.unknown')
      : t('conflict.by', { name: by, time: formatInstant(at, now, i18n.language, timeZone) })
  return <ErrorBanner>{text}</ErrorBanner>
}
