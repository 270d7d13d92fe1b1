import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames, languages, switchLanguage } from '../lib/messages.ts'

/** One column in the middle of the page, for every screen without a session. */
export function LoginFrame(props: { title: string; text?: ReactNode; children: ReactNode; step?: string }) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${props.title} · ${t('product')}`
  }, [props.title, t])
  return (
    <div className="flex grow flex-col">
      <main className="grid grow content-start justify-items-center px-4 pt-10 pb-8 md:content-center md:pt-8">
        <div className="w-full max-w-100">
          <p className="mb-8 flex items-baseline gap-2">
            <span className="heading text-18">Playhub</span>
            <span className="text-15 text-soft">console</span>
          </p>
          {props.step && <p className="mb-1 text-13 text-soft">{props.step}</p>}
          <h1 tabIndex={-1} className="text-24 font-semibold tracking-[-0.01em]">
            {props.title}
          </h1>
          {props.text && <p className="mt-1.5 text-15 text-pretty text-soft">{props.text}</p>}
          <div className="mt-6">{props.children}</div>
        </div>
      </main>
      <LanguageSwitch />
    </div>
  )
}

function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  return (
    <nav aria-label={t('account.language')} className="flex justify-center gap-1 pb-5">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => void switchLanguage(language)}
          className="h-11 rounded-md px-3 text-13 text-soft hover:text-text aria-pressed:text-text aria-pressed:underline aria-pressed:underline-offset-4"
        >
          {languageNames[language]}
        </button>
      ))}
    </nav>
  )
}
