import type { PasskeyAssertion, PasskeyAttestation } from '@playhub/contract'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'

/** Origins for creating and using passkeys. */
export type RelyingParty = {
  /** Passkeys work at this host and its subdomains. */
  id: string
  isOwnOrigin(origin: string): boolean
}

type ClientData = { challenge: string; origin: string }

/**
 * Reads the client data signed by the browser and checks its origin.
 * @throws Error  when it is malformed, comes from a foreign origin or from a cross-origin frame
 */
export function readClientData(
  { isOwnOrigin }: RelyingParty,
  { response }: PasskeyAssertion | PasskeyAttestation,
): ClientData {
  const { challenge, origin, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
  if (!isOwnOrigin(origin)) throw new Error(`Unexpected origin ${origin}`)
  if (crossOrigin) throw new Error('Created in a cross-origin frame')
  return { challenge, origin }
}
