import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { Menu, menuItemClass } from '@playhub/ui/menu.tsx'
import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { LanguageChoice, ThemeChoice } from '../components/form/preferences.tsx'
import { callOperator } from '../lib/api.ts'
import { deleteDrafts, listDrafts } from '../lib/drafts.ts'
import type { Me } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'
import { openShortcutList } from './shortcut-list.tsx'

export function AccountMenu({ me }: { me: Me }) {
  const { t } = useTranslation()
  const [drafts, setDrafts] = useState<string[]>([])
  const [isPending, logOut] = useLogout()
  const begin = () => {
    const unsent = listDrafts(me.id)
    if (unsent.length > 0) setDrafts(unsent)
    else void logOut([])
  }
  return (
    <>
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
          <button type="button" className={menuItemClass} onClick={begin}>
            <LogOut size={17} aria-hidden="true" className="text-soft" />
            {t('account.logOut')}
          </button>
        </div>
      </Menu>
      <Dialog
        isOpen={drafts.length > 0}
        onClose={() => setDrafts([])}
        title={t('drafts.title', { count: drafts.length })}
        description={t('drafts.text')}
        actions={
          <>
            <Button kind="danger" size="small" isLoading={isPending} onClick={() => void logOut(drafts)}>
              {t('drafts.delete')}
            </Button>
            <Button size="small" isLoading={isPending} onClick={() => void logOut([])}>
              {t('drafts.keep')}
            </Button>
          </>
        }
      />
    </>
  )
}

function useLogout() {
  const navigate = useNavigate()
  const [isPending, run] = useAction()
  const logOut = (unwanted: string[]) =>
    run(async () => {
      await callOperator('DELETE /session')
      deleteDrafts(unwanted)
      await navigate('/sign-in?ended=logged-out')
    })
  return [isPending, logOut] as const
}
