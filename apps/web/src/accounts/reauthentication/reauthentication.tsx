import type { ReauthenticationMethod } from '@playhub/contract/payment-methods'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'

/**
 * Runs an action with reauthentication. If the server requires it, the player confirms in a dialog, and the action runs
 * again.
 * @param onDialog  Called before the dialog opens, to close another one.
 * @returns  False when the player closed the dialog.
 */
type WithReauthentication = (action: () => Promise<void>, onDialog?: () => void) => Promise<boolean>

const ReauthenticationContext = createContext<WithReauthentication>(async (action) => {
  await action()
  return true
})

export const useReauthentication = () => use(ReauthenticationContext)

type Request = { methods: ReauthenticationMethod[]; finish: (isProved: boolean) => void }

function readMethods(methods: unknown): ReauthenticationMethod[] {
  return Array.isArray(methods) ? methods : []
}

export function ReauthenticationProvider(props: { email: string | null; children: ReactNode }) {
  const [request, setRequest] = useState<Request | null>(null)
  const withReauthentication = useMemo<WithReauthentication>(
    () => async (action, onDialog) => {
      try {
        await action()
        return true
      } catch (error) {
        if (!isRefusal(error, 'REAUTHENTICATION_REQUIRED')) throw error
        onDialog?.()
        const methods = readMethods(error.details.methods)
        const isProved = await new Promise<boolean>((finish) => setRequest({ methods, finish }))
        setRequest(null)
        if (isProved) await action()
        return isProved
      }
    },
    [],
  )
  return (
    <ReauthenticationContext value={withReauthentication}>
      {props.children}
      <ReauthenticationDialog
        methods={request?.methods ?? null}
        email={props.email}
        onFinish={(isProved) => request?.finish(isProved)}
      />
    </ReauthenticationContext>
  )
}
