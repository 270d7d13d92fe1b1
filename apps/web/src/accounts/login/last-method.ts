import type { AuthMethod } from '@playhub/contract/payment-methods'
import { useIsHydrated } from '../../lib/context/page-context.ts'

/** The boot script reads it as well, so the list is not shown in another order first. */
const storageKey = 'playhub-last-login'

/** This browser's last login method; undefined until the page is hydrated, as the server does not know it. */
export function useLastMethod(): string | undefined {
  return useIsHydrated() ? document.documentElement.dataset.lastLogin : undefined
}

export function storeLastMethod(method: string): void {
  document.documentElement.dataset.lastLogin = method
  try {
    localStorage.setItem(storageKey, method)
  } catch {
    // Storage is blocked: the next login shows the usual order.
  }
}

const maxWide = 3

/**
 * The buttons of the login page: up to three as wide as the card, email always among them, and the others as icons.
 * @param methods  In order, most used first.
 */
export function arrangeMethods(
  methods: AuthMethod[],
  last: string | undefined,
): { wide: AuthMethod[]; icons: AuthMethod[] } {
  const isFirst = (method: AuthMethod) => method === last
  if (methods.length <= maxWide + 1) {
    return { wide: [...methods.filter(isFirst), ...methods.filter((method) => !isFirst(method))], icons: [] }
  }
  const others = methods.filter((method) => !isFirst(method) && method !== 'mail')
  const mail = methods.filter((method) => method === 'mail' && !isFirst(method))
  const first = methods.filter(isFirst)
  const likely = others.slice(0, maxWide - first.length - mail.length)
  return { wide: [...first, ...likely, ...mail], icons: others.slice(likely.length) }
}
