import { openPortal, type Portal } from './portal.ts'

/** Sets the globals of a portal's SDK. A second script of the SDK changes nothing. */
export function install(create: (portal: Portal) => object): void {
  const page = window as { __playhubPortal?: true }
  if (page.__playhubPortal) return
  Object.defineProperty(page, '__playhubPortal', { value: true })
  Object.assign(page, create(openPortal()))
}
