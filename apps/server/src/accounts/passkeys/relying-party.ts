import type { PasskeyAssertion, PasskeyAttestation } from '@playhub/contract'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { Config } from '../../config.ts'

/** Passkeys work at this host and its subdomains. */
export function relyingPartyId({ http }: Pick<Config, 'http'>): string {
  return new URL(http.publicUrl).hostname
}

type ClientData = { challenge: string; origin: string }

/**
 * What the browser has signed, with the origin that it must come from.
 * @throws Error  when it is malformed, comes from an origin that is not the hub's, or from a cross-origin frame
 */
export function readClientData(
  { http }: Pick<Config, 'http'>,
  { response }: PasskeyAssertion | PasskeyAttestation,
): ClientData {
  const { challenge, origin, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
  const isOurs = origin === new URL(http.publicUrl).origin || http.isOtherOrigin(origin)
  if (!isOurs) throw new Error(`Unexpected origin ${origin}`)
  if (crossOrigin) throw new Error('Created in a cross-origin frame')
  return { challenge, origin }
}
