import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** An error for a whole screen. Screen readers announce it. */
export function ErrorBanner({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && (
        <p className="flex items-start gap-2 rounded-control border border-fail/60 bg-fail/8 px-4 py-3 text-15">
          <CircleAlert size={20} aria-hidden="true" className="mt-px shrink-0 text-fail" />
          {children}
        </p>
      )}
    </div>
  )
}
