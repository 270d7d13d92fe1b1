import { createHash, createHmac } from 'node:crypto'
import { TELEGRAM } from '../constants.ts'
import { type Persona, pictureOf } from '../personas.ts'
import type { Ground } from '../provider.ts'
import { told } from '../told.ts'
import { subjectOf } from './app.ts'

export type UserData = Record<string, string | number>

/**
 * What the widget tells of a person, signed with the bot's token. Facts that the person has not got are left out.
 * @param authDate  seconds since 1970
 * @see https://core.telegram.org/widgets/login-legacy
 */
export function signedUserData(
  { base }: Ground,
  persona: Persona,
  { authDate, isForged }: { authDate: number; isForged: boolean },
): UserData {
  const data = told({
    id: Number(subjectOf(persona)),
    first_name: persona.givenName,
    last_name: persona.familyName,
    username: persona.username,
    photo_url: pictureOf(base, persona),
    auth_date: authDate,
  }) as UserData
  return { ...data, hash: hashOf(data, isForged ? 'another bot' : TELEGRAM.botToken) }
}

const DAY_S = 86_400

/** The same with the faults that were ordered: `expired` is two days old, past what Telegram's samples accept. */
export function userDataWithFaults(ground: Ground, persona: Persona): UserData {
  const ageS = ground.takes('expired') ? 2 * DAY_S : 0
  return signedUserData(ground, persona, {
    authDate: ground.nowS() - ageS,
    isForged: ground.takes('bad-signature'),
  })
}

function hashOf(data: UserData, botToken: string): string {
  const key = createHash('sha256').update(botToken).digest()
  const text = Object.entries(data)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')
  return createHmac('sha256', key).update(text).digest('hex')
}
