import { createHash } from 'node:crypto'
import type { ApiResponse } from '../../platform/emulated-api.ts'
import { newId } from '../../platform/ids.ts'
import { startAuthorization } from '../authorization.ts'
import { TELEGRAM } from '../constants.ts'
import { ErrorResponse, json, type OAuthRequest, oauthError, omitNull } from '../http.ts'
import { type IdTokenOptions, signIdToken, withFaults } from '../id-token.ts'
import { basicCredentials, isVerified, parseChallenge, parseScopes } from '../oauth.ts'
import { findPictureUrl, fullName, type Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { getSubject } from './user-data.ts'

const TOKEN_LIFETIME_S = 3600

export function authorizeOidc(context: ProviderContext, request: OAuthRequest): ApiResponse {
  const { query } = request
  const { redirectUri, reject, askForPersona } = startAuthorization(context, request, {
    providerName: 'Telegram',
    clientId: TELEGRAM.botId,
    locale: query.get('lang'),
    rejectedAs: {
      unknownClient: ['invalid_client', 'client_id is unknown'],
      invalidRedirect: ['invalid_request', 'redirect_uri is not registered'],
    },
  })
  if (query.get('response_type') !== 'code')
    throw reject('unsupported_response_type', 'response_type must be code')
  const scopes = parseScopes(query.get('scope'))
  if (!scopes.includes('openid')) throw reject('invalid_scope', 'scope must include openid')
  const challenge = parseChallenge(query)
  if (challenge === undefined || challenge?.method === 'plain')
    throw reject('invalid_request', 'code_challenge_method must be S256')
  return askForPersona((persona) => ({
    code: context.codes.issue({ persona, scopes, redirectUri, nonce: query.get('nonce'), challenge }),
  }))
}

export function exchangeCode(context: ProviderContext, request: OAuthRequest): ApiResponse {
  const { form } = request
  const credentials = basicCredentials(request)
  if (credentials?.id !== TELEGRAM.botId || credentials.secret !== TELEGRAM.clientSecret)
    throw new ErrorResponse(
      json({ error: 'invalid_client' }, 401, { 'www-authenticate': 'Basic realm="oauth.telegram.org"' }),
    )
  if (form.get('grant_type') !== 'authorization_code') throw oauthError(400, 'unsupported_grant_type')
  const code = context.codes.redeem(form.get('code'))
  if (!code || context.takesFault('reused-code'))
    throw oauthError(400, 'invalid_grant', 'The code is unknown or used')
  if (code.redirectUri !== form.get('redirect_uri'))
    throw oauthError(400, 'invalid_grant', 'redirect_uri does not match')
  if (!isVerified(code.challenge ?? null, form.get('code_verifier')))
    throw oauthError(400, 'invalid_grant', 'code_verifier does not match')

  const nonce = context.takesFault('echo-nonce') ? (code.nonce ?? null) : null
  const options = idTokenOptions(context, code.persona, code.scopes, { audience: TELEGRAM.botId, nonce })
  const faulty = withFaults(context, options, TELEGRAM.foreignBotId)
  if (context.takesFault('numeric-audience')) faulty.claims.aud = Number(faulty.audience)
  return json({
    access_token: newId('', 48),
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME_S,
    id_token: signIdToken(context, faulty),
  })
}

/** The Telegram user id is the claim `id`. `sub` differs from client to client. */
export function idTokenOptions(
  context: ProviderContext,
  persona: Persona,
  scopes: string[],
  { audience, nonce }: { audience: string; nonce: string | null },
): IdTokenOptions {
  return {
    audience,
    nonce,
    lifetimeS: TOKEN_LIFETIME_S,
    claims: omitNull({
      sub: getClientScopedSubject(persona, audience),
      ...(scopes.includes('profile')
        ? {
            id: Number(getSubject(persona)),
            name: fullName(persona),
            preferred_username: persona.username,
            picture: findPictureUrl(context.base, persona),
          }
        : {}),
      phone_number: scopes.includes('phone') ? persona.phone : null,
    }),
  }
}

function getClientScopedSubject(persona: Persona, clientId: string): string {
  return createHash('sha256')
    .update(`${clientId} ${getSubject(persona)}`)
    .digest('base64url')
}
