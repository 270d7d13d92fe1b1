import { localText } from '@playhub/contract/languages'
import { useTranslation } from 'react-i18next'
import { loginUrlFor } from '../../accounts/login/player-pages.ts'
import { useClientConfig } from '../../lib/context/client-config.ts'
import { ThemeChooser } from '../../ui/theme-chooser.tsx'

const links = [
  ['/prices', 'prices'],
  ['/docs/contacts.html', 'contacts'],
  ['/docs/offer.html', 'offer'],
  ['/docs/terms.html', 'terms'],
  ['/docs/privacy.html', 'privacy'],
  ['/docs/personal-data.html', 'personalData'],
  ['/developers', 'developers'],
] as const

export function Footer() {
  const { t, i18n } = useTranslation()
  const { operator, withdrawal } = useClientConfig()
  const company = localText(operator.company, i18n.language)
  return (
    <footer className="mt-auto border-t border-line">
      <div className="page-width flex flex-col gap-3 py-8 text-13 text-soft">
        <div className="flex flex-wrap items-center justify-between gap-4">
          {/* The server's year stays where the device's clock shows another one. */}
          <p suppressHydrationWarning>{t('footer.company', { year: new Date().getFullYear(), company })}</p>
          <ThemeChooser />
        </div>
        <nav aria-label={t('footer.label')}>
          <ul className="-mx-2 flex flex-wrap">
            {links.map(([href, label]) => (
              <li key={href}>
                <a href={href} className="footer-link">
                  {t(`footer.${label}`)}
                </a>
              </li>
            ))}
            {withdrawal && (
              <li>
                <a href={loginUrlFor('withdraw')} className="footer-link">
                  {t('footer.withdraw')}
                </a>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
