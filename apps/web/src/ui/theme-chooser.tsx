import { cx } from '@playhub/ui/cx.ts'
import { useThemePreference } from '@playhub/ui/stores/theme.ts'
import { useTranslation } from 'react-i18next'
import { setTheme } from '../lib/browser/theme.ts'

const themes = ['auto', 'light', 'dark'] as const

export function ThemeChooser() {
  const { t } = useTranslation()
  const selected = useThemePreference()
  return (
    <fieldset className="flex w-fit rounded-control border border-line in-data-background:hidden">
      <legend className="sr-only">{t('theme.label')}</legend>
      {themes.map((theme) => (
        <button
          key={theme}
          type="button"
          data-boot
          aria-pressed={theme === selected}
          onClick={() => setTheme(theme)}
          className={cx(
            'h-11 rounded-control px-4 transition-colors duration-150',
            theme === selected ? 'bg-ink-2 text-text' : 'hover:text-text',
          )}
        >
          {t(`theme.${theme}`)}
        </button>
      ))}
    </fieldset>
  )
}
