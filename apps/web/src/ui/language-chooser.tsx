import { Menu, menuItemClass } from '@playhub/ui/menu.tsx'
import { Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useClientConfig } from '../lib/context/client-config.ts'
import { useInterfaceLanguage, useIsHydrated } from '../lib/context/page-context.ts'
import { languageNames, urlInLanguage } from '../lib/language/language.ts'

export function LanguageChooser() {
  const { t } = useTranslation()
  const language = useInterfaceLanguage()
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
      <LanguageLinks linkClassName={menuItemClass} />
    </Menu>
  )
}

/** Links to this page in each language. `followLinks` stores the selected one for addresses without a language. */
export function LanguageLinks(props: {
  className?: string
  linkClassName: string
  replacesHistory?: boolean
}) {
  const current = useInterfaceLanguage()
  const { languages } = useClientConfig()
  const { pathname, search, hash } = useLocation()
  // The server renders cached pages without query and hash, and hydration must match.
  const suffix = useIsHydrated() ? { search, hash } : { search: '', hash: '' }
  return (
    <ul className={props.className}>
      {languages.map((language) => (
        <li key={language}>
          <a
            href={urlInLanguage(pathname, suffix.search, language) + suffix.hash}
            lang={language}
            hrefLang={language}
            data-language={language}
            data-replace={props.replacesHistory}
            aria-current={language === current ? 'true' : undefined}
            className={props.linkClassName}
          >
            {languageNames[language]}
          </a>
        </li>
      ))}
    </ul>
  )
}
