import { useTranslation } from 'react-i18next'
import { chooseTheme, useThemeChoice } from '../../lib/browser/theme.ts'
import { cx } from '../../ui/cx.ts'

const choices = ['auto', 'light', 'dark'] as const

/** By day, by night, or as the device has it. */
export function ThemeChooser() {
  const { t } = useTranslation()
  const chosen = useThemeChoice()
  return (
    <fieldset className="flex w-fit rounded-control border border-line">
      <legend className="sr-only">{t('theme.label')}</legend>
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          data-boot
          aria-pressed={choice === chosen}
          onClick={() => chooseTheme(choice)}
          className={cx(
            'h-11 rounded-control px-4 transition-colors duration-150',
            choice === chosen ? 'bg-ink-2 text-text' : 'hover:text-text',
          )}
        >
          {t(`theme.${choice}`)}
        </button>
      ))}
    </fieldset>
  )
}
