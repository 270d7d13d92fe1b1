import type { ToastKind } from './toaster.tsx'

let ready: Promise<typeof import('./toaster.tsx')> | undefined

function toaster() {
  ready ??= import('./toaster.tsx').then((loaded) => {
    loaded.mountToaster()
    return loaded
  })
  return ready
}

const show =
  (kind: ToastKind) =>
  /** @param id  A toast with the same id replaces the earlier one instead of standing beside it. */
  (text: string, id?: string): void => {
    if (import.meta.env.SSR) return
    void toaster().then((loaded) => loaded.showToast(kind, text, id))
  }

/** A short word to the player: 2 s, at most five at once, read aloud. Fetched when the first one is needed. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }
