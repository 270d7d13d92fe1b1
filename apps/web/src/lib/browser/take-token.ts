declare global {
  /** The token from the URL when storage is blocked. */
  var playhubJwt: string | undefined
}

/** Routes that end in `/:id?/:source?/:locale?/:project?/:jwt?` (specification §2). */
const routeWithToken = /^(\/(?:session\/login|payments\/[\w-]+)(?:\/[^/]*){4})\/([^/]+)\/?$/

/** Separates the login token from an address. */
export function splitToken(address: Pick<URL, 'pathname' | 'search' | 'hash'>): {
  address: string
  jwt: string | null
} {
  const query = new URLSearchParams(address.search)
  const [, path, inPath] = routeWithToken.exec(address.pathname) ?? []
  const jwt = query.get('jwt') ?? inPath ?? null
  if (jwt === null) return { address: address.pathname + address.search + address.hash, jwt }
  query.delete('jwt')
  const search = query.size ? `?${query}` : ''
  return { address: (path ?? address.pathname) + search + address.hash, jwt }
}

/**
 * Moves the token from the address bar to session storage, and marks the document for CSS with the login and the last
 * way to log in. With a login in this browser the token is only offered, and `offered-login.ts` decides: a stranger's
 * link must not replace the account.
 */
export function takeTokenFromUrl(): void {
  const { address, jwt } = splitToken(location)
  try {
    if (jwt) history.replaceState(history.state, '', address)
    const current = sessionStorage.getItem('playhub-jwt') ?? localStorage.getItem('access-token')
    if (jwt && jwt !== current) sessionStorage.setItem(current ? 'playhub-offered-jwt' : 'playhub-jwt', jwt)
    const isLoggedIn = jwt || current
    const { dataset } = document.documentElement
    if (isLoggedIn) dataset.loggedIn = ''
    const lastMethod = localStorage.getItem('playhub-last-login')
    if (lastMethod) dataset.lastLogin = lastMethod
  } catch {
    // Storage is blocked: keep the token in memory until the page is left.
    if (jwt) globalThis.playhubJwt = jwt
  }
}
