import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'

/** A call waits for a two-factor or passkey check: the dialog behind it steps aside meanwhile. */
type Request = { finish: (isProved: boolean) => void }

let request: Request | undefined
const { subscribe, emit } = createEmitter()

/** Concurrent calls share one reauthentication dialog. */
let pending: Promise<boolean> | undefined

/** Asks for a reauthentication. @returns false when the operator closes the dialog. */
export function requestReauthentication(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    setRequest({
      finish(isProved) {
        pending = undefined
        setRequest(undefined)
        resolve(isProved)
      },
    })
  })
  return pending
}

function setRequest(next: Request | undefined): void {
  request = next
  emit()
}

export function useReauthenticationRequest(): Request | undefined {
  return useSyncExternalStore(subscribe, () => request)
}
