import type { ProjectConfig } from '@playhub/contract'
import { type AuthMethod, authMethods } from '@playhub/contract/payment-methods'
import type { InterfaceLanguage } from '../../lib/language/language.ts'
import type { SocialMethod } from './flow.ts'

/** What players of a language reach for first; mail comes last. */
const likelyOrder: Record<InterfaceLanguage, readonly AuthMethod[]> = {
  ru: ['vk', 'yandex', 'telegram', 'google', 'apple', 'facebook', 'mail'],
  en: ['google', 'apple', 'facebook', 'telegram', 'vk', 'yandex', 'mail'],
}

export const socialMethods = authMethods.filter((method): method is SocialMethod => method !== 'mail')

/**
 * The buttons of the sign-in screen.
 * @param allowed    The project's list; empty or unknown means all of them (specification §2).
 * @param available  What this hub has keys for.
 */
export function offeredMethods(
  allowed: ProjectConfig['authMethods'] | undefined,
  language: InterfaceLanguage,
  available: readonly AuthMethod[],
): AuthMethod[] {
  const isAllowed = (method: AuthMethod) => !allowed?.length || allowed.includes(method)
  return likelyOrder[language].filter((method) => available.includes(method) && isAllowed(method))
}
