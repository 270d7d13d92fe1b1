const productTenant = 'playhub'

/**
 * The tenant that a host names: its middle part, as in `www.islandm3.com` (specification §1). Localhost and unknown
 * names are the product itself.
 * @param host    With or without a port.
 * @param tenants Project ids that have a place of their own.
 */
export function tenantOf(host: string, tenants: readonly string[]): string {
  const parts = host.replace(/:\d+$/, '').toLowerCase().split('.')
  const middle = parts[Math.floor((parts.length - 1) / 2)]
  return tenants.find((tenant) => tenant === middle) ?? productTenant
}
