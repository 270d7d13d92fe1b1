import type { PlayerDetails } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Panel } from '../components/layout/panel.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { KeyValue } from '../components/values/key-value.tsx'
import { Money } from '../components/values/money.tsx'
import { isBanned } from '../components/values/player-state.tsx'
import { formatLanguage } from '../lib/format.ts'
import { useMe, useProjectNames } from '../lib/me.ts'
import { useNow } from '../lib/use-now.ts'
import { usePlayer } from './player.ts'
import { DeleteButton, ExportButton, HideScoreButton, RemoveTwoFactorButton } from './player-actions.tsx'

/** The player's profile. */
export function Component() {
  const player = usePlayer()
  const isBannedNow = isBanned(player, useNow())
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        {isBannedNow && <BanPanel player={player} />}
        <AccountPanel player={player} />
        <StoredPanel player={player} />
      </div>
      <div className="grid min-w-0 gap-4">
        <IdentitiesPanel player={player} />
        {player.consents.length > 0 && <ConsentsPanel player={player} />}
        {player.scores.length > 0 && <ScoresPanel player={player} />}
        <NotesPanel player={player} />
      </div>
    </div>
  )
}

type Props = { player: PlayerDetails }

function BanPanel({ player: { ban, bannedAt, bannedUntil } }: Props) {
  const { t } = useTranslation('players')
  return (
    <Panel title={t('ban.panel')}>
      <KeyValue
        facts={[
          [t('ban.reason'), ban?.reason],
          [t('ban.by'), ban?.operator],
          [t('ban.since'), bannedAt !== null && <Instant key="since" at={bannedAt} />],
          [
            t('ban.until'),
            bannedUntil === null ? t('ban.lengths.forever') : <Instant key="until" at={bannedUntil} />,
          ],
        ]}
      />
    </Panel>
  )
}

function AccountPanel({ player }: Props) {
  const { t, i18n } = useTranslation('players')
  return (
    <Panel title={t('overview.account')}>
      <KeyValue
        facts={[
          [t('overview.spent'), <Money key="spent" money={player.spent} />],
          [t('overview.cards'), player.cards.map(({ title }) => title).join(', ')],
          [
            t('column.email'),
            player.email && (
              <span key="email" className="wrap-anywhere">
                {player.email}
              </span>
            ),
          ],
          [
            t('overview.receiptEmail'),
            player.receiptEmail !== player.email && player.receiptEmail && (
              <span key="receipts" className="wrap-anywhere">
                {player.receiptEmail}
              </span>
            ),
          ],
          [t('overview.language'), formatLanguage(player.language, i18n.language)],
          [t('column.created'), <Instant key="created" at={player.createdAt} />],
          [
            t('overview.deletion'),
            player.deletionAt !== null && <Instant key="deletion" at={player.deletionAt} />,
          ],
          ['ID', <Id key="id" value={player.id} />],
        ]}
      />
    </Panel>
  )
}

function ScoresPanel({ player }: Props) {
  const { t, i18n } = useTranslation('players')
  const me = useMe()
  const getProjectName = useProjectNames()
  const numbers = new Intl.NumberFormat(i18n.language)
  return (
    <Panel title={t('overview.scores')}>
      <ul className="grid gap-3 text-15">
        {player.scores.map((score) => (
          <li
            key={`${score.project} ${score.board}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
          >
            <span className="min-w-0 wrap-anywhere">
              {getProjectName(score.project)} · {score.board}:{' '}
              <span className="tabular-nums">{numbers.format(score.score)}</span>
              {score.extra && <span className="text-soft"> · {score.extra}</span>}
              {score.hiddenAt !== null && <span className="text-soft"> · {t('hideScore.isHidden')}</span>}
            </span>
            {me.can('scores.hide', score.project) && <HideScoreButton player={player} score={score} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function IdentitiesPanel({ player }: Props) {
  const { t } = useTranslation('players')
  const me = useMe()
  const canRemove = player.hasTwoFactor && me.can('players.remove-two-factor')
  return (
    <Panel title={t('overview.logins')}>
      <ul className="grid gap-3 text-15">
        {player.identities.map(({ provider, label, createdAt }) => (
          <li
            key={`${provider} ${createdAt}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4"
          >
            <span className="min-w-0 wrap-anywhere">
              {t(`authType.${provider}`, { defaultValue: provider })}
              {label && <span className="text-soft"> · {label}</span>}
            </span>
            <span className="text-13 text-soft">
              <Instant at={createdAt} isShort />
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3 text-15">
        {t(player.hasTwoFactor ? 'twoFactor.on' : 'twoFactor.off')}
        {canRemove && <RemoveTwoFactorButton player={player} />}
      </div>
    </Panel>
  )
}

function ConsentsPanel({ player }: Props) {
  const { t, i18n } = useTranslation('players')
  return (
    <Panel title={t('consents.title')}>
      <ul className="grid gap-3 text-15">
        {player.consents.map(({ purpose, language, givenAt, withdrawnAt }) => (
          <li key={`${purpose} ${givenAt}`} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {t(`consents.purpose.${purpose}`)}
              <span className="text-soft"> · {formatLanguage(language, i18n.language)}</span>
            </span>
            <span className="text-13 text-soft">
              <Instant at={givenAt} isShort />
              {withdrawnAt !== null && (
                <>
                  {' · '}
                  {t('consents.withdrawn')} <Instant at={withdrawnAt} isShort />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const MAX_NOTES = 3

function NotesPanel({ player }: Props) {
  const { t } = useTranslation('players')
  if (player.notes.length === 0) return null
  return (
    <Panel
      title={t('tab.notes')}
      actions={
        <Link to="notes" className="text-13 text-soft underline underline-offset-4 hover:text-text">
          {t('overview.allNotes')}
        </Link>
      }
    >
      <ul className="grid gap-3 text-15">
        {player.notes.slice(0, MAX_NOTES).map((note) => (
          <li key={note.id}>
            <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
            <p className="text-13 text-soft">
              {note.operator}, <Instant at={note.createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Data rights of a player. */
function StoredPanel({ player }: Props) {
  const { t } = useTranslation('players')
  const me = useMe()
  const canExport = me.can('players.export')
  const canDelete = me.can('players.delete') && player.deletionAt === null
  if (!canExport && !canDelete) return null
  return (
    <Panel title={t('overview.stored')}>
      <div className="flex flex-wrap gap-2">
        {canExport && <ExportButton player={player} />}
        {canDelete && <DeleteButton player={player} />}
      </div>
    </Panel>
  )
}
