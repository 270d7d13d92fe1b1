import type { ToastKind } from './toaster.tsx'

/** Shows a short message. Screen readers announce it. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

function show(kind: ToastKind) {
  /** @param id  A toast with the same id replaces the earlier one. */
  return (text: string, id?: string): void => {
    if (import.meta.env.SSR) return
    void loadToaster().then(({ showToast }) => showToast(kind, text, id))
  }
}

let toaster: Promise<typeof import('./toaster.tsx')> | undefined

function loadToaster() {
  toaster ??= import('./toaster.tsx').then((loaded) => {
    loaded.mountToaster()
    return loaded
  })
  return toaster
}
