/** Storage keys from specification §3. Embedding sites read some of them. */
export const storageKeys = {
  accessToken: 'access-token',
  webAuthData: 'web-auth-data',
  authDataId: 'auth-data-id',
  ageVerified: 'age-verification',
  session: 'session',
  language: 'i18nextLng',
  failedAttempts: 'failed-attempt-counter',
} as const

/** A key-value store without exceptions: a frame without access to storage falls back to memory. */
export interface Store {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/**
 * Wraps a browser storage.
 * @param open  Returns the storage; throws or returns undefined when the browser blocks it.
 */
function tolerantStore(open: () => Storage | undefined): Store {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      const storage = open()
      return storage ? use(storage) : otherwise()
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key) =>
      attempt(
        (storage) => storage.getItem(key) ?? memory.get(key) ?? null,
        () => memory.get(key) ?? null,
      ),
    set: (key, value) =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      ),
    remove: (key) => {
      memory.delete(key)
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      )
    },
  }
}

export const localStore = tolerantStore(() => globalThis.localStorage)
/** Cleared when the tab is closed. */
export const tabStore = tolerantStore(() => globalThis.sessionStorage)

/** False in a cross-origin frame: browsers reject our cookies there, and Firefox warns about each one. */
export function keepsCookies(): boolean {
  try {
    return window.top?.location.origin === window.location.origin
  } catch {
    return false
  }
}

const YEAR_S = 365 * 24 * 60 * 60

/**
 * Stores a preference in a cookie, so the server renders the page with it.
 * @param value  Null deletes the cookie.
 */
export function setPreferenceCookie(name: 'theme' | 'i18nextLng', value: string | null): void {
  if (import.meta.env.SSR || !keepsCookies()) return
  const isSecure = location.protocol === 'https:'
  const parts = [`${name}=${value ?? ''}`, 'path=/', `max-age=${value ? YEAR_S : 0}`, 'samesite=lax']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
  document.cookie = [...parts, ...(isSecure ? ['secure'] : [])].join('; ')
}
