import { useLocation } from 'react-router'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { addressInLanguage, languageNames, toInterfaceLanguage } from '../../lib/language/language.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Links to this page in each language; the choice is remembered. */
export function LanguageChoice() {
  const { pathname, search } = useLocation()
  const current = toInterfaceLanguage(usePageLanguage())
  return (
    <ul className="flex flex-wrap gap-2">
      {(['ru', 'en'] as const).map((choice) => (
        <li key={choice}>
          <a
            href={addressInLanguage(pathname, search, choice)}
            lang={choice}
            hrefLang={choice}
            data-language={choice}
            data-replace
            aria-current={choice === current ? 'true' : undefined}
            className={`${buttonClass('secondary', 'small')} aria-[current=true]:border-warm aria-[current=true]:text-warm`}
          >
            {languageNames[choice]}
          </a>
        </li>
      ))}
    </ul>
  )
}
