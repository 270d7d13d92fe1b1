import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import { tenantOf } from './tenant.ts'

/** What a host of the hub stands for. */
export type HostFacts = {
  tenant: string
  /** Where its pages say they are: a game that lives alone on a host of its own is at home there. */
  origin: string
  /** Hosts with one key have the same pages. */
  key: string
}

const mostHosts = 100

/** Works out each host once; a flood of invented hosts is forgotten again. */
export function rememberHosts(
  { http }: Config,
  catalogue: Catalogue,
): (host: string | undefined) => HostFacts {
  const tenants = catalogue.projects().map(({ id }) => id)
  const { protocol } = new URL(http.publicUrl)
  const known = new Map<string, HostFacts>()

  function factsOf(host: string): HostFacts {
    const tenant = tenantOf(host, tenants)
    const own = `${protocol}//${host}`
    const isAtHome = catalogue.project(tenant)?.outOfCatalog && http.isOtherOrigin(own)
    const origin = isAtHome ? own : http.publicUrl
    return { tenant, origin, key: `${tenant} ${origin}` }
  }

  return (host = '') => {
    let facts = known.get(host)
    if (!facts) {
      if (known.size >= mostHosts) known.clear()
      facts = factsOf(host)
      known.set(host, facts)
    }
    return facts
  }
}
