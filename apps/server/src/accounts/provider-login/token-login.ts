/** Signing in with what a provider gave to the client itself: shown, proven and done in one call. */
import type { SignedIn } from '@playhub/contract'
import { Refusal } from '../../platform/refusal.ts'
import type { ClientInfo, Deps } from '../deps.ts'
import {
  IdentityNotProven,
  type ProvenIdentity,
  ProviderUnavailable,
} from '../identity-providers/provider.ts'
import { signInAs } from './provider-account.ts'

/** @throws Refusal SIGN_IN_METHOD_NOT_OFFERED, IDENTITY_NOT_PROVEN or SIGN_IN_PROVIDER_UNAVAILABLE, as the others do. */
export async function loginByGoogle(
  deps: Deps,
  { accessToken }: { accessToken: string },
  visitor: ClientInfo,
): Promise<SignedIn> {
  const google = offered(deps.identityProviders.google)
  return signInAs(deps, await proven(deps, google.readAccessToken(accessToken)), visitor)
}

export async function loginByApple(
  deps: Deps,
  { idToken, name = null }: { idToken: string; name?: string | null | undefined },
  visitor: ClientInfo,
): Promise<SignedIn> {
  const apple = offered(deps.identityProviders.apple)
  return signInAs(deps, await proven(deps, apple.readIdToken(idToken, name)), visitor)
}

export async function loginByTelegram(
  deps: Deps,
  { userData }: { userData: Record<string, unknown> },
  visitor: ClientInfo,
): Promise<SignedIn> {
  const telegram = offered(deps.identityProviders.telegram)
  return signInAs(deps, await proven(deps, telegram.readWidgetData(userData)), visitor)
}

type FacebookLogin = { profile: { accessToken?: string | undefined }; accessToken?: string | undefined }

/** Anybody may write a profile: of it the token alone counts. */
export async function loginByFacebook(
  deps: Deps,
  { profile, accessToken = profile.accessToken }: FacebookLogin,
  visitor: ClientInfo,
): Promise<SignedIn> {
  const facebook = offered(deps.identityProviders.facebook)
  return signInAs(deps, await proven(deps, facebook.readAccessToken(accessToken ?? '')), visitor)
}

function offered<Provider>(provider: Provider | null): Provider {
  if (!provider) throw new Refusal('SIGN_IN_METHOD_NOT_OFFERED')
  return provider
}

/** Waits for the proof; a caller hears that it fails, and the log hears why. */
async function proven({ log }: Deps, proof: Promise<ProvenIdentity>): Promise<ProvenIdentity> {
  try {
    return await proof
  } catch (error) {
    if (error instanceof IdentityNotProven) {
      log.info({ reason: error.message }, 'A sign-in proves nothing')
      throw new Refusal('IDENTITY_NOT_PROVEN')
    }
    if (error instanceof ProviderUnavailable) {
      log.warn({ reason: error.message }, 'An identity provider is out of reach')
      throw new Refusal('SIGN_IN_PROVIDER_UNAVAILABLE')
    }
    throw error
  }
}
