type Navigate = (to: string, options?: { replace?: boolean }) => void

let go: Navigate = (to, options) =>
  options?.replace ? globalThis.location.replace(to) : globalThis.location.assign(to)

/** Navigates within the hub from outside components. Reloads the page until the router sets its function. */
export const navigate: Navigate = (to, options) => go(to, options)

export function provideNavigate(routerNavigate: Navigate): void {
  go = routerNavigate
}
