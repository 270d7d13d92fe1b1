/** Login with a token that the client received from an identity provider: verified and completed in one call. */
import type { LoggedIn } from '@playhub/contract'
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

/** @throws Refusal SIGN_IN_METHOD_NOT_OFFERED, IDENTITY_NOT_PROVEN or SIGN_IN_PROVIDER_UNAVAILABLE, like the others */
export function loginByGoogle(
  deps: SocialLoginDeps,
  { accessToken }: { accessToken: string },
  client: ClientInfo,
): Promise<LoggedIn> {
  return logIn(deps, deps.identityProviders.google, client, (google) => google.readAccessToken(accessToken))
}

export function loginByApple(
  deps: SocialLoginDeps,
  { idToken, name = null }: { idToken: string; name?: string | null | undefined },
  client: ClientInfo,
): Promise<LoggedIn> {
  return logIn(deps, deps.identityProviders.apple, client, (apple) => apple.readIdToken(idToken, name))
}

export function loginByTelegram(
  deps: SocialLoginDeps,
  { userData }: { userData: Record<string, unknown> },
  client: ClientInfo,
): Promise<LoggedIn> {
  return logIn(deps, deps.identityProviders.telegram, client, (telegram) => telegram.readWidgetData(userData))
}

type FacebookLogin = {
  profile: { accessToken?: string | null | undefined }
  accessToken?: string | null | undefined
}

/** Only the token is used: the client can put anything into the profile. */
export function loginByFacebook(
  deps: SocialLoginDeps,
  { profile, accessToken }: FacebookLogin,
  client: ClientInfo,
): Promise<LoggedIn> {
  return logIn(deps, deps.identityProviders.facebook, client, (facebook) =>
    facebook.readAccessToken(accessToken ?? profile.accessToken ?? ''),
  )
}

/** The failure's reason goes to the log only. */
async function logIn<Provider>(
  deps: SocialLoginDeps,
  provider: Provider | null,
  client: ClientInfo,
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
  return loginWithIdentity(deps, identity, client)
}
