import { Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useIsHydrated, usePageLanguage } from '../lib/context/page-context.ts'
import { addressInLanguage, languageNames, toInterfaceLanguage } from '../lib/language/language.ts'
import { Menu, menuItemClass } from './menu.tsx'

/** Links to this page in the other languages; the choice is remembered for addresses that name none. */
export function LanguageChooser() {
  const { t } = useTranslation()
  const language = toInterfaceLanguage(usePageLanguage())
  const { pathname, search, hash } = useLocation()
  // A page for everybody is rendered without them, and its links must come out the same at first.
  const place = useIsHydrated() ? { search, hash } : { search: '', hash: '' }
  return (
    <Menu
      label={`${t('header.language')}: ${languageNames[language]}`}
      button={
        <>
          <Globe size={20} aria-hidden="true" className="hidden md:block" />
          <span className="text-13 font-semibold uppercase">{language}</span>
        </>
      }
      buttonClassName="flex h-11 items-center min-w-11 justify-center gap-1.5 rounded-control px-2 md:px-3 text-soft transition-colors duration-150 hover:bg-ink-2 hover:text-text"
    >
      <ul>
        {(['ru', 'en'] as const).map((choice) => (
          <li key={choice}>
            <a
              href={addressInLanguage(pathname, place.search, choice) + place.hash}
              lang={choice}
              hrefLang={choice}
              data-language={choice}
              aria-current={choice === language ? 'true' : undefined}
              className={menuItemClass}
            >
              {languageNames[choice]}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
