import { cx } from '@playhub/ui/cx.ts'
import { Menu, menuItemClass } from '@playhub/ui/menu.tsx'
import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { callOperator } from '../lib/api.ts'
import type { Me } from '../lib/me.ts'
import { languageNames, languages } from '../lib/messages.ts'
import { setTheme, themes, useTheme } from '../lib/theme.ts'
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

export function ThemeChoice() {
  const { t } = useTranslation()
  const theme = useTheme()
  const options = themes.map((value) => ({ value, label: t(`theme.${value}`) }))
  return <Choice legend={t('theme.label')} options={options} value={theme} onChange={setTheme} />
}

export function LanguageChoice({ me }: { me: Me }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [, run] = useAction()
  const options = languages.map((value) => ({ value, label: languageNames[value] }))
  const change = (language: (typeof languages)[number]) =>
    void run(async () => {
      await callOperator('PUT /session/language', { body: { language } })
      await revalidate()
    })
  return <Choice legend={t('account.language')} options={options} value={me.language} onChange={change} />
}

function Choice<Value extends string>(props: {
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-13 text-soft">{props.legend}</legend>
      <div className="flex rounded-md border border-line p-0.5">
        {props.options.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            data-keeps-open
            aria-pressed={value === props.value}
            onClick={() => props.onChange(value)}
            className={cx(
              'h-8 grow rounded-sm px-2 text-14 transition-colors duration-150 max-md:h-10',
              value === props.value ? 'bg-ink-2 text-text' : 'text-soft hover:text-text',
            )}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
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
