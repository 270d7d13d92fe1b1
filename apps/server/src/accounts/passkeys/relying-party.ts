import type { RelyingParty } from '../../platform/authentication/passkeys/relying-party.ts'
import type { HubConfig } from '../../platform/hub-config.ts'

/** Players' passkeys work at the hub's host and its subdomains. */
export function getRelyingParty({ http }: Pick<HubConfig, 'http'>): RelyingParty {
  const { hostname, origin: ownOrigin } = new URL(http.publicUrl)
  return { id: hostname, isOwnOrigin: (origin) => origin === ownOrigin || http.isOtherOrigin(origin) }
}
