import type { Me } from '@playhub/contract'
import { Card } from '@playhub/ui/card.tsx'
import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../lib/language/format-date.ts'
import { NamesForm } from './names-form.tsx'

/** The player's name, email and ID, and the form for the name. */
export function PlayerDetails({ me }: { me: Me }) {
  return (
    <Card>
      <Facts me={me} />
      <div className="mt-5 border-t border-line pt-5">
        <NamesForm me={me} />
      </div>
    </Card>
  )
}

function Facts({ me }: { me: Me }) {
  const { t, i18n } = useTranslation('profile')
  return (
    <div className="flex gap-4">
      <span
        aria-hidden="true"
        className="accent grid size-14 shrink-0 place-items-center rounded-full text-24 font-bold"
      >
        {(me.nickName[0] ?? '?').toUpperCase()}
      </span>
      <div className="min-w-0 grow">
        <p className="text-18 font-semibold break-words">{me.nickName}</p>
        {me.email && <p className="text-15 break-words text-soft">{me.email}</p>}
        <p className="text-13 text-soft">
          {t('about.since', { date: formatDate(me.createdAt, i18n.language) })}
        </p>
        <PlayerId id={me.userId} />
      </div>
    </div>
  )
}

function PlayerId({ id }: { id: string }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  return (
    <p className="flex min-h-11 items-center gap-1 text-13 text-soft">
      <span className="numeric min-w-0 break-all">
        {t('about.id')} {id}
      </span>
      <CopyButton text={id} label={common('header.copyId')} confirmation={common('header.idCopied')} />
    </p>
  )
}
