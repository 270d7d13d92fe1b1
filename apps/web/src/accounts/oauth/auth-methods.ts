import type { ProjectConfig } from '@playhub/contract'
import { type AuthMethod, authMethods } from '@playhub/contract/payment-methods'
import type { InterfaceLanguage } from '../../lib/language/language.ts'
import type { OAuthMethod } from './flow.ts'

/** Most used first in each language; email last. */
const methodOrder: Record<InterfaceLanguage, readonly AuthMethod[]> = {
  ru: ['vk', 'yandex', 'telegram', 'google', 'apple', 'facebook', 'mail'],
  en: ['google', 'apple', 'facebook', 'telegram', 'vk', 'yandex', 'mail'],
}

export const oauthMethods = authMethods.filter((method): method is OAuthMethod => method !== 'mail')

/**
 * The methods of the sign-in page, in order.
 * @param allowed    The project's list; empty or undefined allows all (specification §2).
 * @param available  Methods that this hub is configured for.
 */
export function offeredMethods(
  allowed: ProjectConfig['authMethods'] | undefined,
  language: InterfaceLanguage,
  available: readonly AuthMethod[],
): AuthMethod[] {
  const isAllowed = (method: AuthMethod) => !allowed?.length || allowed.includes(method)
  return methodOrder[language].filter((method) => available.includes(method) && isAllowed(method))
}
