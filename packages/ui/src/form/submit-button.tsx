import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

/** A form's main button. Where the specification asks for it, it is disabled while fields are missing, with a hint below. */
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
      {/* Screen readers get the reason from the button. */}
      <p aria-hidden="true" className="mt-2 min-h-4.5 text-center text-13 text-soft">
        {missing}
      </p>
    </div>
  )
}
