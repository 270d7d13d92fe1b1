import type { ApiResponse } from '../../platform/emulated-api.ts'
import { VK } from '../constants.ts'
import { json, type OAuthRequest, omitNull } from '../http.ts'
import { type Persona, personas, pictureOf } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { subjectOf, type VkApp, vkError } from './app.ts'

export function userInfo({ context, tokens }: VkApp, { form }: OAuthRequest): ApiResponse {
  if (form.get('client_id') !== VK.clientId) throw vkError('invalid_client', 'client_id is unknown')
  const token = tokens.find(form.get('access_token'))
  if (!token) throw vkError('invalid_token', 'access_token is missing or invalid')
  const { persona, scopes } = token
  return json({
    user: omitNull({
      user_id: subjectOf(persona),
      first_name: persona.givenName,
      last_name: persona.familyName ?? '',
      avatar: pictureOf(context.base, persona),
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
  const persona = personOf(keys.verify(form.get('id_token')))
  if (!persona) throw vkError('invalid_token', 'id_token is missing or invalid')
  const { givenName, familyName, email, phone } = persona
  return json({
    user: omitNull({
      user_id: subjectOf(persona),
      first_name: givenName,
      last_name: familyName ? `${[...familyName][0]}.` : '',
      avatar: pictureOf(base, persona),
      email: email?.replace(/^(.).*@/, '$1***@'),
      phone: phone?.replace(/\d{7}(?=\d{2}$)/, '*******'),
    }),
  })
}

function personOf(claims: Record<string, unknown> | undefined): Persona | undefined {
  return personas.find((persona) => claims && subjectOf(persona) === String(claims.sub))
}
