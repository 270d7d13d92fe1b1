import { useLocation } from 'react-router'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { addressInLanguage, languageNames, toInterfaceLanguage } from '../../lib/language/language.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Links to this page in each language; `followLinks` stores the selected one. */
export function LanguageLinks() {
  const { pathname, search } = useLocation()
  const current = toInterfaceLanguage(usePageLanguage())
  return (
    <ul className="flex flex-wrap gap-2">
      {(['ru', 'en'] as const).map((language) => (
        <li key={language}>
          <a
            href={addressInLanguage(pathname, search, language)}
            lang={language}
            hrefLang={language}
            data-language={language}
            data-replace
            aria-current={language === current ? 'true' : undefined}
            className={`${buttonClass('secondary', 'small')} aria-[current=true]:border-warm aria-[current=true]:text-warm`}
          >
            {languageNames[language]}
          </a>
        </li>
      ))}
    </ul>
  )
}
