import { Globe, LogIn, LogOut, ReceiptText, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { usePageLanguage } from '../lib/hooks.ts'
import { addressInLanguage, languageNames, toInterfaceLanguage } from '../lib/language.ts'
import { navigate } from '../lib/navigation.ts'
import { type SignedInPlayer, signOut, usePlayer } from '../lib/player.ts'
import { LinkButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Menu, menuItemLook } from '../ui/menu.tsx'
import { toast } from '../ui/toast.ts'
import { Wordmark } from '../ui/wordmark.tsx'
import { CloseControl } from './close-control.tsx'

/** The top of every page: who we are, in which language, and who you are. */
export function Header() {
  const { t } = useTranslation()
  const language = usePageLanguage()
  return (
    <header className="site-header sticky top-0 z-30">
      <div className="room flex h-(--header-height) items-center gap-1">
        <a
          href={`/games/${language}/`}
          aria-label={t('header.home')}
          className="me-auto rounded-control py-1.5 pe-2"
        >
          <Wordmark />
        </a>
        <a
          href="/prices"
          className="hidden h-11 items-center rounded-control px-3 text-15 text-soft hover:text-text md:flex"
        >
          {t('header.prices')}
        </a>
        <LanguageChooser />
        <Account />
        <CloseControl />
      </div>
    </header>
  )
}

export function LanguageChooser() {
  const { t } = useTranslation()
  const language = toInterfaceLanguage(usePageLanguage())
  const { pathname, search } = useLocation()
  return (
    <Menu
      label={`${t('header.language')}: ${languageNames[language]}`}
      button={
        <>
          <Globe size={20} aria-hidden="true" />
          <span className="text-13 font-semibold uppercase">{language}</span>
        </>
      }
      buttonClassName="flex h-11 items-center gap-1.5 rounded-control px-3 text-soft transition-colors duration-150 hover:bg-ink-2 hover:text-text"
    >
      <ul>
        {(['ru', 'en'] as const).map((choice) => (
          <li key={choice}>
            <a
              href={addressInLanguage(pathname, search, choice)}
              lang={choice}
              hrefLang={choice}
              data-language={choice}
              aria-current={choice === language ? 'true' : undefined}
              className={menuItemLook}
            >
              {languageNames[choice]}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  )
}

/** The way in for a guest, the menu of a player. Both are 44 px high, so signing in moves nothing. */
export function Account() {
  const { t } = useTranslation()
  const player = usePlayer()
  if (player.kind === 'player') return <PlayerMenu player={player} />
  return (
    <LinkButton
      href="/session/login"
      kind="secondary"
      size="small"
      icon={<LogIn size={18} aria-hidden="true" />}
      className="guest-only ms-1"
    >
      {t('header.signIn')}
    </LinkButton>
  )
}

function PlayerMenu({ player }: { player: SignedInPlayer }) {
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
      button={<span aria-hidden="true">{(name[0] ?? '?').toUpperCase()}</span>}
      buttonClassName="go ms-1 grid size-11 place-items-center rounded-full text-15 font-bold transition-[filter] duration-150 hover:brightness-108"
    >
      <PlayerCard player={player} name={name} />
      <ul className="mt-2 border-t border-line pt-2">
        <li>
          <a href="/transactions" className={menuItemLook}>
            <ReceiptText size={18} aria-hidden="true" className="text-soft" />
            {t('header.transactions')}
          </a>
        </li>
        <li>
          <a href="/settings" className={menuItemLook}>
            <Settings size={18} aria-hidden="true" className="text-soft" />
            {t('header.settings')}
          </a>
        </li>
        <li>
          <button type="button" onClick={leave} className={menuItemLook}>
            <LogOut size={18} aria-hidden="true" className="text-soft" />
            {t('header.signOut')}
          </button>
        </li>
      </ul>
    </Menu>
  )
}

/** How the player signed in, and the ID that support asks for. */
function PlayerCard({ player, name }: { player: SignedInPlayer; name: string }) {
  const { t } = useTranslation()
  return (
    <div className="w-64 px-3 pt-2">
      <p className="truncate text-15 font-semibold">{name}</p>
      <p className="text-13 text-soft">
        {t('header.signedInBy', { method: methodName(t, player.currentAuthType) })}
      </p>
      <p className="mt-1 flex items-center gap-1 text-13 text-soft">
        <span className="figures min-w-0 flex-1 truncate">
          {t('header.id')} {player.userId}
        </span>
        <CopyButton text={player.userId} label={t('header.copyId')} confirmation={t('header.idCopied')} />
      </p>
    </div>
  )
}

const methods = ['google', 'apple', 'vk', 'yandex', 'telegram', 'facebook', 'mail', 'guest'] as const

function methodName(t: ReturnType<typeof useTranslation<'common'>>['t'], type: string): string {
  const method = methods.find((known) => known === type)
  return method ? t(`authMethod.${method}`) : type
}
