/** Creating and using passkeys in the browser. The library is loaded when it is needed. */
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { call } from '../../lib/api/api.ts'
import { clientConfig } from '../../lib/context/client-config.ts'

/** The player closed the browser's dialog, or another request replaced it. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled'
}

/** The authenticator already has a passkey for this account. */
export class PasskeyExists extends Error {
  override readonly name = 'PasskeyExists'
}

type Library = typeof import('@simplewebauthn/browser')

let loaded: Library | undefined

async function loadLibrary(): Promise<Library> {
  loaded ??= await import('@simplewebauthn/browser')
  return loaded
}

/** Closes the browser's dialog, or ends its offer in the autofill list. */
export function cancelPasskey(): void {
  loaded?.WebAuthnAbortService.cancelCeremony()
}

/**
 * Creates a passkey on this device and adds it to the account.
 * @throws PasskeyCancelled, PasskeyExists
 */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await loadLibrary()
  const options = (await call('POST /me/passkeys/options')).data.result
  if (!isCreationOptions(options)) throw new Error('The hub sent incomplete passkey options')
  const response = await startRegistration({ optionsJSON: options }).catch(rethrow)
  await call('POST /me/passkeys', { body: { name, response } })
}

type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']

const isCreationOptions = (options: object): options is CreationOptions =>
  'challenge' in options && 'rp' in options && 'user' in options && 'pubKeyCredParams' in options

type RequestOptions = {
  /** Offers passkeys in the field's autofill list instead of a dialog. */
  isAutofill?: boolean
  signal?: AbortSignal
}

/**
 * Asks the player for this hub's passkey.
 * @param fetchOptions  Requests the challenge.
 * @throws PasskeyCancelled
 */
export async function requestPasskey(
  fetchOptions: () => Promise<{ challenge: string }>,
  { isAutofill = false, signal }: RequestOptions = {},
) {
  const { startAuthentication } = await loadLibrary()
  const options = await fetchOptions()
  if (signal?.aborted) throw new PasskeyCancelled()
  return startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: isAutofill,
  }).catch(rethrow)
}

const cancelledNames = ['NotAllowedError', 'AbortError']

function rethrow(error: unknown): never {
  const { name = '' } = error instanceof Error ? error : {}
  if (cancelledNames.includes(name)) throw new PasskeyCancelled('', { cause: error })
  if (name === 'InvalidStateError') throw new PasskeyExists('', { cause: error })
  throw error
}

/**
 * Shows a browser error: a cancellation by the player is silent, and the caller shows the hub's refusals.
 * @param message  Fallback when the error has no text.
 */
export function showPasskeyError(error: unknown, message: string): void {
  if (error instanceof PasskeyCancelled) return
  if (!(error instanceof PasskeyExists)) console.warn('Passkeys failed', error)
  toast.error(message)
}

/** Hides a passkey unknown to the hub from the password manager, for instance a removed one. */
export function forgetIfUnknown(error: unknown, credentialId: string): void {
  if (!isRefusal(error, 'PASSKEY_NOT_FOUND')) return
  const rpId = new URL(clientConfig().origin).hostname
  PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined)
}
