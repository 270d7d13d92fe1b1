import { LinkButton } from '@playhub/ui/button.tsx'
import { LifeBuoy } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Shown beside a long page on wide screens: links to its sections, and to support. */
export function Rail({ label, links }: { label: string; links: { id: string; label: string }[] }) {
  const { t } = useTranslation()
  return (
    <aside className="hidden lg:block print:hidden">
      <div className="sticky top-[calc(var(--header-height)+2rem)] mt-8">
        {links.length > 1 && (
          <nav aria-label={label} className="border-s border-line">
            <ul>
              {links.map(({ id, label: text }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="-ms-px flex min-h-10 items-center border-s border-transparent ps-4 text-15 text-soft hover:border-warm hover:text-text"
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="surface mt-6 p-4">
          <p className="text-15 font-semibold">{t('rail.help')}</p>
          <LinkButton
            href="/transactions/help"
            kind="quiet"
            size="small"
            icon={<LifeBuoy size={18} aria-hidden="true" />}
            className="-ms-3 mt-1"
          >
            {t('rail.contact')}
          </LinkButton>
        </div>
      </div>
    </aside>
  )
}
