import { authTypes } from '@playhub/contract/payment-methods'
import { LinkButton } from '@playhub/ui/button.tsx'
import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Menu, menuItemClass } from '@playhub/ui/menu.tsx'
import {
  CalendarClock,
  Gamepad2,
  LifeBuoy,
  LogIn,
  LogOut,
  type LucideIcon,
  ReceiptText,
  Settings,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { navigate } from '../lib/browser/navigation.ts'
import { formatDayAndMonth } from '../lib/language/format-date.ts'
import { type LoggedInPlayer, signOut, usePlayer } from '../lib/player/player.ts'

/** A login button for a guest, a menu for a player. Until hydration, the page keeps a player's space. */
export function AccountMenu({ isSlim }: { isSlim?: boolean }) {
  const player = usePlayer()
  if (player.kind === 'player') return <PlayerMenu player={player} isSlim={isSlim} />
  return (
    <>
      <LoginButton isSlim={isSlim} />
      <span aria-hidden="true" className="player-space ms-1 size-11" />
    </>
  )
}

function LoginButton({ isSlim }: { isSlim?: boolean }) {
  const { t } = useTranslation()
  return (
    <LinkButton
      href="/session/login"
      kind="secondary"
      size="small"
      icon={<LogIn size={18} aria-hidden="true" className="hidden md:block" />}
      className={cx('guest-only ms-1', isSlim && 'border-transparent bg-transparent')}
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
        <MenuLink href="/my-games" Icon={Gamepad2} label={t('header.myGames')} />
        <MenuLink href="/transactions" Icon={ReceiptText} label={t('header.transactions')} />
        <MenuLink href="/settings" Icon={Settings} label={t('header.settings')} />
        <MenuLink href="/transactions/help" Icon={LifeBuoy} label={t('header.support')} />
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

function MenuLink({ href, Icon, label }: { href: string; Icon: LucideIcon; label: string }) {
  return (
    <li>
      <a href={href} className={menuItemClass}>
        <Icon size={18} aria-hidden="true" className="text-soft" />
        {label}
      </a>
    </li>
  )
}

/** Shows the login method and the player ID. */
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

const methods = [...authTypes, 'guest'] as const

function methodName(t: ReturnType<typeof useTranslation<'common'>>['t'], type: string): string {
  const method = methods.find((known) => known === type)
  return method ? t(`authMethod.${method}`) : type
}
