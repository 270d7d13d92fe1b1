const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True for an address that could have been registered: the hub's own, any https, or plain http on this machine. */
export function isRedirect(address: string | null, hubUrl: string): address is string {
  if (address === null || !URL.canParse(address) || address.includes('#')) return false
  const { protocol, hostname, origin, username } = new URL(address)
  if (username) return false
  if (origin === new URL(hubUrl).origin) return true
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

/** An address with more parameters in its query; what is null is left out. */
export function withQuery(address: string, params: Record<string, string | null>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(params)) {
    if (value !== null) url.searchParams.set(name, value)
  }
  return url.href
}
