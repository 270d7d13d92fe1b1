import type { ProjectConfig } from '@playhub/contract'
import { type AuthMethod, authMethods } from '@playhub/contract/payment-methods'
import type { OAuthMethod } from './flow.ts'

/** Most used first; email last. */
const methodOrder: readonly AuthMethod[] = ['google', 'apple', 'facebook', 'telegram', 'vk', 'yandex', 'mail']
const russianOrder: readonly AuthMethod[] = [
  'vk',
  'yandex',
  'telegram',
  'google',
  'apple',
  'facebook',
  'mail',
]

export const oauthMethods = authMethods.filter((method): method is OAuthMethod => method !== 'mail')

/**
 * Methods on the login page, in order.
 * @param allowed    The project's list; empty or undefined allows all (specification §2).
 * @param available  Methods configured on this hub.
 */
export function offeredMethods(
  allowed: ProjectConfig['authMethods'] | undefined,
  language: string,
  available: readonly AuthMethod[],
): AuthMethod[] {
  const isAllowed = (method: AuthMethod) => !allowed?.length || allowed.includes(method)
  const order = language === 'ru' ? russianOrder : methodOrder
  return order.filter((method) => available.includes(method) && isAllowed(method))
}
