import { cx } from '@playhub/ui/cx.ts'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { type Area, barAreas } from './areas.ts'

const itemClass =
  'flex h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-13 transition-colors duration-150'

/** The main menu on phones and tablets: four areas, and a sheet with the others. */
export function BottomBar({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const shown = barAreas.flatMap((name) => areas.filter((area) => area.name === name))
  const others = areas.filter(({ name }) => !barAreas.includes(name))
  return (
    <nav
      aria-label={t('menu')}
      className="no-print fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-ink-1 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {shown.map(({ name, path, Icon }) => (
        <NavLink
          key={name}
          to={path}
          end={path === '/'}
          className={({ isActive }) => cx(itemClass, isActive ? 'text-text' : 'text-soft')}
        >
          <BarItem Icon={Icon} label={t(`area.${name}`)} />
        </NavLink>
      ))}
      {others.length > 0 && (
        <button type="button" onClick={() => setIsOpen(true)} className={cx(itemClass, 'text-soft')}>
          <BarItem Icon={Ellipsis} label={t('more')} />
        </button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('more')}>
        <ul className="grid grid-cols-2 gap-1">
          {others.map(({ name, path, Icon }) => (
            <li key={name}>
              <Link
                to={path}
                onClick={() => setIsOpen(false)}
                className="flex min-h-12 items-center gap-2.5 rounded-control px-2.5 hover:bg-ink-2"
              >
                <Icon size={18} aria-hidden="true" className="shrink-0 text-soft" />
                {t(`area.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </nav>
  )
}

function BarItem({ Icon, label }: { Icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon size={20} aria-hidden="true" />
      <span className="max-w-full truncate tracking-[-0.02em]">{label}</span>
    </>
  )
}
