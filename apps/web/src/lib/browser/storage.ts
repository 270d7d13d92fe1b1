/** What the browser keeps for us (specification §3). The names are the specification's; embedders know them. */
export const storageKeys = {
  accessToken: 'access-token',
  webAuthData: 'web-auth-data',
  authDataId: 'auth-data-id',
  ageVerified: 'age-verification',
  session: 'session',
  language: 'i18nextLng',
  failedAttempts: 'failed-attempt-counter',
} as const

/** A key-value store that never throws: frames without storage rights fall back to memory. */
export interface Store {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/**
 * Wraps a browser storage.
 * @param open  Reaches for the storage; may throw or give nothing when the browser blocks it.
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

/** Kept until the player clears it. */
export const localStore = tolerantStore(() => globalThis.localStorage)
/** Kept while the tab lives. */
export const tabStore = tolerantStore(() => globalThis.sessionStorage)
