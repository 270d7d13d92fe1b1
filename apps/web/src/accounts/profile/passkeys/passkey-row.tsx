import type { Passkey } from '@playhub/contract'
import { IconButton } from '@playhub/ui/button.tsx'
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/language/format-date.ts'
import { RowIcon, rowClass } from '../section.tsx'

/** A passkey's name, age and last use. */
export function PasskeyRow(props: {
  passkey: Passkey
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}) {
  const { passkey, onRename, onRemove } = props
  const { name } = passkey
  const { t } = useTranslation('profile')
  return (
    <li className={rowClass}>
      <RowIcon>
        <Fingerprint size={20} aria-hidden="true" />
      </RowIcon>
      <div className="min-w-0 grow">
        <p className="text-15 font-semibold wrap-anywhere">{name}</p>
        <Details passkey={passkey} />
      </div>
      <div className="flex shrink-0">
        <IconButton label={t('passkeys.renameNamed', { name })} onClick={() => onRename(passkey)}>
          <Pencil size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('passkeys.removeNamed', { name })} onClick={() => onRemove(passkey)}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  )
}

function Details({ passkey }: { passkey: Passkey }) {
  const { t, i18n } = useTranslation('profile')
  const { createdAt, lastUsedAt, isSynced } = passkey
  const formatLocalDate = (instant: number) => formatDate(instant, i18n.language)
  const details = [
    t('passkeys.addedAt', { date: formatLocalDate(createdAt) }),
    lastUsedAt === null
      ? t('passkeys.neverUsed')
      : t('passkeys.usedAt', { date: formatLocalDate(lastUsedAt) }),
    isSynced && t('passkeys.synced'),
  ]
  return <p className="text-13 text-pretty text-soft">{details.filter(Boolean).join(' · ')}</p>
}
