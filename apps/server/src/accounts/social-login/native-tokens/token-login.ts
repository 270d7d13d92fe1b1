/** Login with an identity provider's token from the client: verified and completed in one call. */
import type { LoggedIn } from '@playhub/contract'
import { releaseAssertion } from '../../../platform/authentication/used-assertion-store.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ClientInfo } from '../../client-info.ts'
import type { LoginDeps } from '../../login-sessions/login-session.ts'
import type { IdentityConfig, IdentityProviders } from '../providers/index.ts'
import { IdentityNotVerified, ProviderUnavailable, type VerifiedIdentity } from '../providers/provider.ts'
import { loginWithIdentity } from './provider-account.ts'

export type SocialLoginDeps = LoginDeps & {
  config: { identity: IdentityConfig }
  identityProviders: IdentityProviders
}

type Consent = { consent?: true | undefined }

/** @throws Refusal SIGN_IN_METHOD_NOT_OFFERED, IDENTITY_NOT_PROVEN, SIGN_IN_PROVIDER_UNAVAILABLE or CONSENT_REQUIRED, like the others */
export function loginByGoogle(
  deps: SocialLoginDeps,
  { accessToken, consent }: Consent & { accessToken: string },
  client: ClientInfo,
): Promise<LoggedIn> {
  return logIn(deps, deps.identityProviders.google, { client, consent }, (google) =>
    google.readAccessToken(accessToken),
  )
}

export function loginByApple(
  deps: SocialLoginDeps,
  { idToken, name = null, consent }: Consent & { idToken: string; name?: string | null | undefined },
  client: ClientInfo,
): Promise<LoggedIn> {
  return logIn(deps, deps.identityProviders.apple, { client, consent }, (apple) =>
    apple.readIdToken(idToken, name),
  )
}

export function loginByTelegram(
  deps: SocialLoginDeps,
  { userData, consent }: Consent & { userData: Record<string, unknown> },
  client: ClientInfo,
): Promise<LoggedIn> {
  return logIn(deps, deps.identityProviders.telegram, { client, consent }, (telegram) =>
    telegram.readWidgetData(userData),
  )
}

type FacebookLogin = Consent & {
  profile: { accessToken?: string | null | undefined }
  accessToken?: string | null | undefined
}

/** Only the token is used: the client can put anything into the profile. */
export function loginByFacebook(
  deps: SocialLoginDeps,
  { profile, accessToken, consent }: FacebookLogin,
  client: ClientInfo,
): Promise<LoggedIn> {
  return logIn(deps, deps.identityProviders.facebook, { client, consent }, (facebook) =>
    facebook.readAccessToken(accessToken ?? profile.accessToken ?? ''),
  )
}

/** The failure's reason goes to the log only. */
async function logIn<Provider>(
  deps: SocialLoginDeps,
  provider: Provider | null,
  { client, consent = false }: { client: ClientInfo; consent: boolean | undefined },
  verify: (provider: Provider) => Promise<VerifiedIdentity>,
): Promise<LoggedIn> {
  if (!provider) throw new Refusal('SIGN_IN_METHOD_NOT_OFFERED')
  const identity = await verify(provider).catch((error: unknown) => {
    if (error instanceof IdentityNotVerified) {
      deps.log.info({ reason: error.message }, 'Identity not verified')
      throw new Refusal('IDENTITY_NOT_PROVEN')
    }
    if (error instanceof ProviderUnavailable) {
      deps.log.warn({ reason: error.message }, 'Identity provider unavailable')
      throw new Refusal('SIGN_IN_PROVIDER_UNAVAILABLE')
    }
    throw error
  })
  return loginWithIdentity(deps, identity, client, consent).catch(async (error: unknown) => {
    // The client sends the same assertion again, with the consent.
    if (isConsentMissing(error) && identity.usedAssertion)
      await releaseAssertion(deps.db, identity.usedAssertion)
    throw error
  })
}

const isConsentMissing = (error: unknown) => error instanceof Refusal && error.code === 'CONSENT_REQUIRED'
