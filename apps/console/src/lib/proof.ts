import { useSyncExternalStore } from 'react'

/** A call waits for a two-factor or passkey check: the dialog that started it steps aside meanwhile. */
type Request = { finish: (isProved: boolean) => void }

let request: Request | undefined
const listeners = new Set<() => void>()

/** Calls that need a proof at the same time share one dialog. */
let pending: Promise<boolean> | undefined

/** Asks for a proof. @returns false when the operator closes the dialog. */
export function askForProof(): Promise<boolean> {
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
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useProofRequest(): Request | undefined {
  return useSyncExternalStore(subscribe, () => request)
}
