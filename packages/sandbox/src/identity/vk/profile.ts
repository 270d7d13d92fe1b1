import type { ApiResponse } from '../../platform/emulated-api.ts'
import { VK } from '../constants.ts'
import { json, type OAuthRequest, omitNull } from '../http.ts'
import { findPictureUrl, type Persona, personas } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { getSubject, type VkApp, vkError } from './app.ts'

export function userInfo({ context, tokens }: VkApp, { form }: OAuthRequest): ApiResponse {
  if (form.get('client_id') !== VK.clientId) throw vkError('invalid_client', 'client_id is unknown')
  const token = tokens.find(form.get('access_token'))
  if (!token) throw vkError('invalid_token', 'access_token is missing or invalid')
  const { persona, scopes } = token
  return json({
    user: omitNull({
      user_id: getSubject(persona),
      first_name: persona.givenName,
      last_name: persona.familyName ?? '',
      avatar: findPictureUrl(context.base, persona),
      email: scopes.includes('email') ? persona.email : null,
      phone: scopes.includes('phone') ? persona.phone : null,
      sex: 0,
      verified: false,
      birthday: '01.01.1990',
    }),
  })
}

/** The masked profile behind an ID token. */
export function publicInfo({ base, keys }: ProviderContext, { form }: OAuthRequest): ApiResponse {
  if (form.get('client_id') !== VK.clientId) throw vkError('invalid_client', 'client_id is unknown')
  const persona = findPersona(keys.verify(form.get('id_token')))
  if (!persona) throw vkError('invalid_token', 'id_token is missing or invalid')
  const { givenName, familyName, email, phone } = persona
  return json({
    user: omitNull({
      user_id: getSubject(persona),
      first_name: givenName,
      last_name: familyName ? `${[...familyName][0]}.` : '',
      avatar: findPictureUrl(base, persona),
      email: email?.replace(/^(.).*@/, '$1***@'),
      phone: phone?.replace(/\d{7}(?=\d{2}$)/, '*******'),
    }),
  })
}

function findPersona(claims: Record<string, unknown> | undefined): Persona | undefined {
  return personas.find((persona) => claims && getSubject(persona) === String(claims.sub))
}
