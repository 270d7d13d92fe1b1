import { openPortal, type Portal } from './portal.ts'

/** Many games report no end of their loading; the hub shows its own screen until then. */
const READY_AFTER_MS = 3_000

/** Sets the globals of a portal's SDK. A second script of the SDK changes nothing. */
export function install(create: (portal: Portal) => object): void {
  const page = window as { __playhubPortal?: true }
  if (page.__playhubPortal) return
  Object.defineProperty(page, '__playhubPortal', { value: true })
  const portal = openPortal()
  Object.assign(page, create(portal))
  whenLoaded(() => setTimeout(portal.ready, READY_AFTER_MS))
}

/** Runs when the page and what its HTML names are loaded. */
export function whenLoaded(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run)
}
