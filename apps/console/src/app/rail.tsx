import { cx } from '@playhub/ui/cx.ts'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import type { Area } from './areas.ts'

/** The main menu on wide screens. */
export function Rail({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('menu')}
      className="no-print sticky top-0 flex h-dvh flex-col overflow-y-auto border-e border-line px-3 pb-4 max-lg:hidden"
    >
      <Link to="/" className="flex h-(--header-height) shrink-0 items-center px-2.5">
        <Wordmark />
      </Link>
      <ul className="mt-1 grid gap-0.5">
        {areas.map((area) => (
          <li key={area.name}>
            <AreaLink area={area} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function AreaLink({ area: { name, path, Icon } }: { area: Area }) {
  const { t } = useTranslation()
  return (
    <NavLink
      to={path}
      end={path === '/'}
      className={({ isActive }) =>
        cx(
          'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-15 transition-colors duration-150',
          isActive ? 'bg-ink-2 font-medium text-text' : 'text-soft hover:bg-ink-1 hover:text-text',
        )
      }
    >
      <Icon size={17} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{t(`area.${name}`)}</span>
    </NavLink>
  )
}

/** The product's name in the display face, used nowhere else. */
export function Wordmark() {
  const { t } = useTranslation()
  return (
    <span className="inline-flex items-baseline gap-2">
      <span className="heading text-15">Playhub</span>
      <span className="text-13 text-soft">{t('wordmark')}</span>
    </span>
  )
}
