import type { AuditEntry } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { shortenId } from '../lib/format.ts'

/** The subject of an act, linked where it has a page. */
export function Subject({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { subject, orderId, playerId, project } = entry
  const links = [
    orderId && { to: `/orders/${orderId}`, label: t('order', { id: shortenId(orderId) }) },
    playerId && { to: `/players/${playerId}`, label: t('player', { id: shortenId(playerId) }) },
    entry.action.startsWith('operator.') && {
      to: `/operators/${encodeURIComponent(subject)}`,
      label: t('operatorLink', { id: shortenId(subject) }),
    },
  ].filter((link) => link !== null && link !== false && link !== '')
  return (
    <div className="grid justify-items-start py-1">
      {links.length === 0 && <code className="text-13 wrap-anywhere">{shortenId(subject)}</code>}
      {links.map(({ to, label }) => (
        <Link key={to} to={to} className="whitespace-nowrap underline underline-offset-4">
          {label}
        </Link>
      ))}
      {project && <span className="text-13 text-soft">{project}</span>}
    </div>
  )
}
