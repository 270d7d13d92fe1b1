import { cx } from '@playhub/ui/cx.ts'
import { NavLink } from 'react-router'

export type Tab = { to: string; label: string; count?: number; isEnd?: boolean }

/** The parts of a page, each with its own address. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="flex flex-wrap gap-x-5">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink
              to={tab.to}
              end={tab.isEnd}
              preventScrollReset
              className={({ isActive }) =>
                cx(
                  '-mb-px flex h-11 items-center gap-1.5 border-b-2 text-15 whitespace-nowrap transition-colors duration-150',
                  isActive
                    ? 'border-text font-medium text-text'
                    : 'border-transparent text-soft hover:text-text',
                )
              }
            >
              {tab.label}
              {tab.count !== undefined && <span className="numeric text-13 text-soft">{tab.count}</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
