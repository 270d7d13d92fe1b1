const YEAR_S = 365 * 24 * 60 * 60

/**
 * Keeps a choice where the server reads it before it sends a page, so that the page comes right at once.
 * @param value  Null takes the choice back.
 */
export function setPreferenceCookie(name: 'theme' | 'i18nextLng', value: string | null): void {
  if (import.meta.env.SSR) return
  const isSecure = location.protocol === 'https:'
  const parts = [`${name}=${value ?? ''}`, 'path=/', `max-age=${value ? YEAR_S : 0}`, 'samesite=lax']
  // biome-ignore lint/suspicious/noDocumentCookie: written at once, and in every browser
  document.cookie = [...parts, ...(isSecure ? ['secure'] : [])].join('; ')
}
