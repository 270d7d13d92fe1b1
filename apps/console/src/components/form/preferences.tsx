import { cx } from '@playhub/ui/cx.ts'
import { useThemePreference } from '@playhub/ui/stores/theme.ts'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { callOperator } from '../../lib/api.ts'
import type { Me } from '../../lib/me.ts'
import { languageNames, languages } from '../../lib/messages.ts'
import { setTheme, themes } from '../../lib/theme.ts'
import { useAction } from '../../lib/use-action.ts'

export function ThemeChoice() {
  const { t } = useTranslation()
  const theme = useThemePreference()
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
