import { Moon, Sun, SunMoon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../lib/cx.ts'
import { chooseTheme, useThemeChoice } from '../lib/theme.ts'

const choices = [
  { choice: 'auto', Icon: SunMoon },
  { choice: 'light', Icon: Sun },
  { choice: 'dark', Icon: Moon },
] as const

/** By day, by night, or as the device has it. */
export function ThemeChooser() {
  const { t } = useTranslation()
  const chosen = useThemeChoice()
  return (
    <fieldset className="flex w-fit rounded-control border border-line">
      <legend className="sr-only">{t('theme.label')}</legend>
      {choices.map(({ choice, Icon }) => (
        <button
          key={choice}
          type="button"
          data-boot
          title={t(`theme.${choice}`)}
          aria-pressed={choice === chosen}
          onClick={() => chooseTheme(choice)}
          className={cx(
            'grid size-11 place-items-center rounded-control transition-colors duration-150',
            choice === chosen ? 'bg-ink-2 text-text' : 'hover:text-text',
          )}
        >
          <Icon size={18} aria-hidden="true" />
          <span className="sr-only">{t(`theme.${choice}`)}</span>
        </button>
      ))}
    </fieldset>
  )
}
