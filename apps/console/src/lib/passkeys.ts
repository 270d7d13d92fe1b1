import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { callOperator } from './api.ts'

const loadLibrary = () => retryImport(() => import('@simplewebauthn/browser'))

/** The operator closed the browser's dialog. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled'
}

/** Passkeys need HTTPS or localhost. */
export const arePasskeysOffered = () => Boolean(globalThis.PublicKeyCredential) && window.isSecureContext

/** @throws PasskeyCancelled */
export async function requestPasskey(options: object) {
  const { startAuthentication } = await loadLibrary()
  if (!isRequestOptions(options)) throw new Error('The hub sent incomplete passkey options')
  return startAuthentication({ optionsJSON: options }).catch(rethrow)
}

/** @throws PasskeyCancelled */
export async function createPasskey(options: object) {
  const { startRegistration } = await loadLibrary()
  if (!isCreationOptions(options)) throw new Error('The hub sent incomplete passkey options')
  return startRegistration({ optionsJSON: options }).catch(rethrow)
}

const isRequestOptions = (options: object): options is PublicKeyCredentialRequestOptionsJSON =>
  'challenge' in options

const isCreationOptions = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  'challenge' in options && 'rp' in options && 'user' in options && 'pubKeyCredParams' in options

function rethrow(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCancelled('', { cause: error })
  throw error
}

/** A passkey replaces password and code. */
export async function loginWithPasskey(): Promise<void> {
  const options = (await callOperator('POST /session/passkey/options')).data.result
  await callOperator('POST /session/passkey', { body: { passkey: await requestPasskey(options) } })
}
