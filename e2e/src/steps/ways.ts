import type { AuthMethod } from '@playhub/contract/payment-methods'
import type { Language } from '../environment/translator.ts'

export type SocialMethod = Exclude<AuthMethod, 'mail'>

/** Every provider, the language it is tried in, and the person of the sandbox who comes by it. */
export type SocialWay = { method: SocialMethod; language: Language; person: string }

export const socialWays: SocialWay[] = [
  { method: 'google', language: 'en', person: 'Anna Petrova' },
  { method: 'apple', language: 'en', person: 'Dmitri Volkov' },
  { method: 'vk', language: 'ru', person: 'Клара Щукина' },
  { method: 'yandex', language: 'ru', person: 'Anna Petrova' },
  { method: 'telegram', language: 'ru', person: 'Boris' },
  { method: 'facebook', language: 'en', person: 'Mallory Impostor' },
]
