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
