import { json, type Operation } from './http.ts'
import type { ProviderContext } from './provider.ts'

/** Serves an OpenID discovery document. @param paths  endpoint paths, below the issuer */
export function discovery(
  context: ProviderContext,
  paths: { authorize: string; token: string; keys: string },
): Operation {
  return {
    name: 'discovery',
    method: 'GET',
    path: '/.well-known/openid-configuration',
    run: () =>
      json({
        issuer: context.base,
        authorization_endpoint: context.base + paths.authorize,
        token_endpoint: context.base + paths.token,
        jwks_uri: context.base + paths.keys,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
  }
}
