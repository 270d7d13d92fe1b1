import type { Catalogue } from '../../catalogue/index.ts'
import type { HubConfig } from '../../platform/hub-config.ts'

const defaultTenant = 'playhub'

/**
 * Returns a host's tenant from its middle part, as in `www.islandm3.com` (specification §1). Localhost and unknown
 * hosts map to the default tenant.
 * @param host     With or without a port.
 * @param tenants  Project ids.
 */
export function getTenant(host: string, tenants: readonly string[]): string {
  const labels = host.replace(/:\d+$/, '').toLowerCase().split('.')
  const middle = labels[Math.floor((labels.length - 1) / 2)]
  return tenants.find((tenant) => tenant === middle) ?? defaultTenant
}

export type HostInfo = {
  tenant: string
  /** Origin for canonical URLs: the public one, or the host's own for a game outside the catalogue. */
  origin: string
  /** Equal for hosts with the same pages. */
  varyKey: string
}

/** Resolves `Host` headers against the current content; recreate it when the content changes. */
export function createHostResolver({ http }: HubConfig, catalogue: Catalogue): (host: string) => HostInfo {
  const tenants = catalogue.projects().map(({ id }) => id)
  const { protocol } = new URL(http.publicUrl)

  return (host) => {
    const tenant = getTenant(host, tenants)
    const ownOrigin = `${protocol}//${host}`
    const hasOwnHost = catalogue.project(tenant)?.outOfCatalog && http.isOtherOrigin(ownOrigin)
    const origin = hasOwnHost ? ownOrigin : http.publicUrl
    return { tenant, origin, varyKey: `${tenant} ${origin}` }
  }
}
