import { CalendarClock, LogIn, LogOut, ReceiptText, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { navigate } from '../lib/browser/navigation.ts'
import { toast } from '../lib/feedback/toast.ts'
import { formatDayAndMonth } from '../lib/language/format-date.ts'
import { type LoggedInPlayer, signOut, usePlayer } from '../lib/player/player.ts'
import { LinkButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { cx } from '../ui/cx.ts'
import { Menu, menuItemClass } from '../ui/menu.tsx'

/** A sign-in button for a guest, a menu for a player. */
export function AccountMenu({ isSlim }: { isSlim?: boolean }) {
  const player = usePlayer()
  const isPlayer = player.kind === 'player'
  if (isSlim) return isPlayer ? <PlayerMenu player={player} isSlim /> : <LoginButton isSlim />
  // The menu takes as much place as the button, so that nothing beside them moves when the page learns who the player is.
  return (
    <div className="grid items-center justify-items-end *:[grid-area:1/1]">
      <LoginButton isHidden={isPlayer} />
      {isPlayer && <PlayerMenu player={player} />}
    </div>
  )
}

function LoginButton({ isSlim, isHidden }: { isSlim?: boolean; isHidden?: boolean }) {
  const { t } = useTranslation()
  return (
    <LinkButton
      href="/session/login"
      kind="secondary"
      size="small"
      icon={<LogIn size={18} aria-hidden="true" className="hidden md:block" />}
      className={cx(
        'guest-only ms-1',
        isSlim && 'border-transparent bg-transparent',
        isHidden && 'invisible',
      )}
    >
      {t('header.signIn')}
    </LinkButton>
  )
}

function PlayerMenu({ player, isSlim }: { player: LoggedInPlayer; isSlim?: boolean }) {
  const { t } = useTranslation()
  const name = player.nickName || player.userId
  const leave = async () => {
    await signOut()
    toast.success(t('header.signedOut'))
    navigate('/')
  }
  return (
    <Menu
      label={t('header.account')}
      button={
        <span
          aria-hidden="true"
          className={cx(
            'accent grid place-items-center rounded-full text-15 font-bold',
            isSlim ? 'size-9' : 'size-11',
          )}
        >
          {(name[0] ?? '?').toUpperCase()}
        </span>
      }
      buttonClassName="ms-1 grid size-11 place-items-center rounded-full transition-[filter] duration-150 hover:brightness-108"
    >
      <PlayerCard player={player} name={name} />
      {player.deletionAt !== null && <DeletionBanner deletionAt={player.deletionAt} />}
      <ul className="mt-2 border-t border-line pt-2">
        <li>
          <a href="/transactions" className={menuItemClass}>
            <ReceiptText size={18} aria-hidden="true" className="text-soft" />
            {t('header.transactions')}
          </a>
        </li>
        <li>
          <a href="/settings" className={menuItemClass}>
            <Settings size={18} aria-hidden="true" className="text-soft" />
            {t('header.settings')}
          </a>
        </li>
        <li>
          <button type="button" onClick={leave} className={menuItemClass}>
            <LogOut size={18} aria-hidden="true" className="text-soft" />
            {t('header.signOut')}
          </button>
        </li>
      </ul>
    </Menu>
  )
}

/** Shows the sign-in method and the player ID. */
function PlayerCard({ player, name }: { player: LoggedInPlayer; name: string }) {
  const { t } = useTranslation()
  return (
    <div className="w-64 px-3 pt-2">
      <p className="truncate text-15 font-semibold">{name}</p>
      <p className="text-13 text-soft">
        {t('header.signedInBy', { method: methodName(t, player.currentAuthType) })}
      </p>
      <p className="mt-1 flex items-center gap-1 text-13 text-soft">
        <span className="min-w-0 flex-1 truncate">
          {t('header.id')} {player.userId}
        </span>
        <CopyButton text={player.userId} label={t('header.copyId')} confirmation={t('header.idCopied')} />
      </p>
    </div>
  )
}

/** Links to the settings, where the player can cancel the deletion. */
function DeletionBanner({ deletionAt }: { deletionAt: number }) {
  const { t, i18n } = useTranslation()
  return (
    <a
      href="/settings"
      className="mx-1 mt-1 flex w-66 gap-2.5 rounded-control bg-pending/10 p-3 text-13 transition-colors duration-150 hover:bg-pending/18"
    >
      <CalendarClock size={18} aria-hidden="true" className="mt-px shrink-0 text-pending" />
      <span>
        {t('header.deletion', { date: formatDayAndMonth(deletionAt, i18n.language) })}.{' '}
        <span className="text-14 font-semibold text-warm underline underline-offset-3">
          {t('header.keepAccount')}
        </span>
      </span>
    </a>
  )
}

const methods = [
  'google',
  'apple',
  'vk',
  'yandex',
  'telegram',
  'facebook',
  'mail',
  'passkey',
  'guest',
] as const

function methodName(t: ReturnType<typeof useTranslation<'common'>>['t'], type: string): string {
  const method = methods.find((known) => known === type)
  return method ? t(`authMethod.${method}`) : type
}
