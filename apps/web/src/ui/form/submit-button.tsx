import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

/** The one main button of a form. While something is missing it is off, and says below what. */
export function SubmitButton(props: { missing?: string; isLoading: boolean; children: ReactNode }) {
  const { missing, isLoading, children } = props
  return (
    <div>
      <Button
        type="submit"
        size="large"
        isWide
        isLoading={isLoading}
        isDisabled={Boolean(missing)}
        disabledReason={missing ?? ''}
      >
        {children}
      </Button>
      {/* The button itself carries the reason for those who hear the page. */}
      <p aria-hidden="true" className="mt-2 min-h-4.5 text-center text-13 text-soft">
        {missing}
      </p>
    </div>
  )
}
