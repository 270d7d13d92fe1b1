import type { PasskeyAssertion, PasskeyAttestation } from '@playhub/contract'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { HubConfig } from '../../platform/hub-config.ts'

/** Passkeys work at this host and its subdomains. */
export function relyingPartyId({ http }: Pick<HubConfig, 'http'>): string {
  return new URL(http.publicUrl).hostname
}

type ClientData = { challenge: string; origin: string }

/**
 * Reads the client data that the browser signed and checks its origin.
 * @throws Error  when it is malformed, comes from a foreign origin or from a cross-origin frame
 */
export function readClientData(
  { http }: Pick<HubConfig, 'http'>,
  { response }: PasskeyAssertion | PasskeyAttestation,
): ClientData {
  const { challenge, origin, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
  const isOurs = origin === new URL(http.publicUrl).origin || http.isOtherOrigin(origin)
  if (!isOurs) throw new Error(`Unexpected origin ${origin}`)
  if (crossOrigin) throw new Error('Created in a cross-origin frame')
  return { challenge, origin }
}
