import { createHash, createHmac } from 'node:crypto'
import { TELEGRAM } from '../constants.ts'
import { omitNull } from '../http.ts'
import { digitsFrom, findPictureUrl, type Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'

export type UserData = Record<string, string | number>

/** Two days: Telegram's samples accept data at most one day old. */
export const EXPIRED_AGE_S = 2 * 86_400

/** The Telegram user id. */
export function getSubject({ id }: Persona): string {
  return digitsFrom(`telegram ${id}`, 10)
}

/**
 * The user data of the login widget, signed with the bot's token.
 * @param authDate  Unix seconds
 * @see https://core.telegram.org/widgets/login-legacy
 */
export function signedUserData(
  { base }: ProviderContext,
  persona: Persona,
  { authDate, isForged }: { authDate: number; isForged: boolean },
): UserData {
  const data = omitNull({
    id: Number(getSubject(persona)),
    first_name: persona.givenName,
    last_name: persona.familyName,
    username: persona.username,
    photo_url: findPictureUrl(base, persona),
    auth_date: authDate,
  }) as UserData
  return { ...data, hash: hashUserData(data, isForged ? 'another bot' : TELEGRAM.botToken) }
}

function hashUserData(data: UserData, botToken: string): string {
  const key = createHash('sha256').update(botToken).digest()
  const text = Object.entries(data)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')
  return createHmac('sha256', key).update(text).digest('hex')
}
