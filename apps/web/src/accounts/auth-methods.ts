import type { ProjectConfig } from '@playhub/contract'
import type { AuthMethod } from '@playhub/contract/payment-methods'
import type { InterfaceLanguage } from '../lib/language.ts'

/** Ways to sign in that this hub can serve now. */
const served: readonly AuthMethod[] = ['mail']

/** What players of a language reach for first; mail comes last. */
const likelyOrder: Record<InterfaceLanguage, readonly AuthMethod[]> = {
  ru: ['vk', 'yandex', 'telegram', 'google', 'apple', 'facebook', 'mail'],
  en: ['google', 'apple', 'facebook', 'telegram', 'vk', 'yandex', 'mail'],
}

/**
 * The buttons of the sign-in screen.
 * @param allowed  The project's list; empty or unknown means all of them (specification §2).
 */
export function offeredMethods(
  allowed: ProjectConfig['authMethods'] | undefined,
  language: InterfaceLanguage,
  available: readonly AuthMethod[] = served,
): AuthMethod[] {
  const isAllowed = (method: AuthMethod) => !allowed?.length || allowed.includes(method)
  return likelyOrder[language].filter((method) => available.includes(method) && isAllowed(method))
}
