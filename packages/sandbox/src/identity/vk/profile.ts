import { VK } from '../constants.ts'
import { type Answer, type Call, json } from '../http.ts'
import { type Persona, personas, pictureOf } from '../personas.ts'
import { told } from '../told.ts'
import { refusal, subjectOf, type VkApp } from './app.ts'

export function userInfo({ ground, tokens }: VkApp, { form }: Call): Answer {
  if (form.get('client_id') !== VK.clientId) throw refusal('invalid_client', 'client_id is unknown')
  const token = tokens.look(form.get('access_token'))
  if (!token) throw refusal('invalid_token', 'access_token is missing or invalid')
  const { persona, scopes } = token
  return json({
    user: told({
      user_id: subjectOf(persona),
      first_name: persona.givenName,
      last_name: persona.familyName ?? '',
      avatar: pictureOf(ground.base, persona),
      email: scopes.includes('email') ? persona.email : null,
      phone: scopes.includes('phone') ? persona.phone : null,
      sex: 0,
      verified: false,
      birthday: '01.01.1990',
    }),
  })
}

/** Whose id token it is, with everything telling masked. */
export function publicInfo({ ground }: VkApp, { form }: Call): Answer {
  if (form.get('client_id') !== VK.clientId) throw refusal('invalid_client', 'client_id is unknown')
  const persona = personOf(ground.keys.read(form.get('id_token')))
  if (!persona) throw refusal('invalid_token', 'id_token is missing or invalid')
  const { givenName, familyName, email, phone } = persona
  return json({
    user: told({
      user_id: subjectOf(persona),
      first_name: givenName,
      last_name: familyName ? `${[...familyName][0]}.` : '',
      avatar: pictureOf(ground.base, persona),
      email: email?.replace(/^(.).*@/, '$1***@'),
      phone: phone?.replace(/\d{7}(?=\d{2}$)/, '*******'),
    }),
  })
}

function personOf(claims: Record<string, unknown> | undefined): Persona | undefined {
  return personas.find((persona) => claims && subjectOf(persona) === String(claims.sub))
}
