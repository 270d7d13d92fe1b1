import type { ReactNode } from 'react'
import { Instant } from './instant.tsx'

export type TimelineEntry = { at: number; text: ReactNode; icon?: ReactNode }

/** Events in the given order. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  return (
    <ol aria-label={label} className="grid text-15">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended, and several may share an instant
        <li key={index} className="relative grid grid-cols-[1.25rem_1fr] gap-x-2 pb-4 last:pb-0">
          {index < entries.length - 1 && (
            <span aria-hidden="true" className="absolute start-2.25 top-5 bottom-0 w-px bg-line" />
          )}
          <span aria-hidden="true" className="grid h-5.5 place-items-center text-soft">
            {entry.icon ?? <span className="size-2 rounded-full bg-line-strong" />}
          </span>
          <div className="min-w-0">
            <div>{entry.text}</div>
            <div className="text-13 text-soft">
              <Instant at={entry.at} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
