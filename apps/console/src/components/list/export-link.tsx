import { LinkButton } from '@playhub/ui/button.tsx'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { getExportUrl } from '../../lib/api.ts'
import { useMe } from '../../lib/me.ts'

/** Downloads the list, with the same filters, as CSV. */
export function ExportLink({
  path,
  query,
  label,
}: {
  path: string
  query: Record<string, unknown>
  label?: string
}) {
  const { t } = useTranslation()
  if (!useMe().can('lists.export')) return null
  return (
    <LinkButton
      href={getExportUrl(path, query)}
      download
      kind="secondary"
      size="small"
      className="no-print"
      icon={<Download size={16} aria-hidden="true" />}
    >
      {label ?? t('list.export')}
    </LinkButton>
  )
}
