import { applyTheme, type ThemePreference } from '@playhub/ui/stores/theme.ts'

export const themes = ['auto', 'light', 'dark'] as const

const YEAR_S = 365 * 24 * 60 * 60

/** Applies and stores a theme, under the players' name for it, for `boot.js`. */
export function setTheme(theme: ThemePreference): void {
  const value = theme === 'auto' ? '' : theme
  const isSecure = location.protocol === 'https:'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
  document.cookie = `theme=${value}; path=/; max-age=${value ? YEAR_S : 0}; samesite=lax${isSecure ? '; secure' : ''}`
  applyTheme(theme)
}
