import { Menu, menuItemClass } from '@playhub/ui/menu.tsx'
import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { LanguageChoice, ThemeChoice } from '../components/form/preferences.tsx'
import { callOperator } from '../lib/api.ts'
import type { Me } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'
import { openShortcutList } from './shortcut-list.tsx'

export function AccountMenu({ me }: { me: Me }) {
  const { t } = useTranslation()
  return (
    <Menu
      label={t('account.menu')}
      button={
        <span
          aria-hidden="true"
          className="grid size-8 place-items-center rounded-full border border-line bg-ink-2 text-14 font-semibold"
        >
          {(me.name[0] ?? me.email[0] ?? '?').toUpperCase()}
        </span>
      }
      buttonClassName="grid size-11 place-items-center rounded-full"
    >
      <div className="w-66 px-3 pt-1.5 pb-2.5">
        <p className="truncate text-15 font-semibold">{me.name}</p>
        <p className="truncate text-13 text-soft">{me.email}</p>
        <p className="mt-1 text-13 text-soft">
          {[...new Set(me.grants.map(({ role }) => t(`role.${role}`)))].join(', ')}
        </p>
      </div>
      <div className="border-t border-line py-1.5">
        <Link to="/me" className={menuItemClass}>
          <UserRound size={17} aria-hidden="true" className="text-soft" />
          {t('account.mine')}
        </Link>
        <button type="button" className={menuItemClass} onClick={openShortcutList}>
          <Keyboard size={17} aria-hidden="true" className="text-soft" />
          {t('shortcut.title')}
        </button>
      </div>
      <div className="grid gap-3 border-t border-line px-3 py-3">
        <ThemeChoice />
        <LanguageChoice me={me} />
      </div>
      <div className="border-t border-line pt-1.5">
        <LogOutButton />
      </div>
    </Menu>
  )
}

function LogOutButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [, run] = useAction()
  const logOut = () =>
    run(async () => {
      await callOperator('DELETE /session')
      await navigate('/sign-in')
    })
  return (
    <button type="button" className={menuItemClass} onClick={() => void logOut()}>
      <LogOut size={17} aria-hidden="true" className="text-soft" />
      {t('account.logOut')}
    </button>
  )
}
