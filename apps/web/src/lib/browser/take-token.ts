declare global {
  /** The token from the URL when storage is blocked. */
  var playhubJwt: string | undefined
}

/** Routes ending in `/:id?/:source?/:locale?/:project?/:jwt?` (specification §2). */
const routeWithToken = /^(\/(?:session\/login|payments\/[\w-]+)(?:\/[^/]*){4})\/([^/]+)\/?$/

/** Separates the login token from an address. */
export function splitToken(url: Pick<URL, 'pathname' | 'search' | 'hash'>): {
  url: string
  jwt: string | null
} {
  const query = new URLSearchParams(url.search)
  const [, path, inPath] = routeWithToken.exec(url.pathname) ?? []
  const jwt = query.get('jwt') ?? inPath ?? null
  if (jwt === null) return { url: url.pathname + url.search + url.hash, jwt }
  query.delete('jwt')
  const search = query.size ? `?${query}` : ''
  return { url: (path ?? url.pathname) + search + url.hash, jwt }
}

/**
 * Moves the token from the address bar to session storage, and marks the document for CSS with the login and the last
 * way to log in. With a login in this browser the token is only offered, and `offered-login.ts` decides: an attacker's
 * link must not replace the account.
 */
export function takeTokenFromUrl(): void {
  const { url, jwt } = splitToken(location)
  try {
    if (jwt) history.replaceState(history.state, '', url)
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
