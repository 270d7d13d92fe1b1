import { applyTheme, type ThemePreference } from '@playhub/ui/stores/theme.ts'
import { setPreferenceCookie } from './storage.ts'

/** Page backgrounds, for the `theme-color` in the browser's own interface. */
export const backgroundColours = { dark: '#0f1220', light: '#f9f5ee' } as const

/** Applies a theme to this page, and stores it for server-rendered pages. */
export function setTheme(theme: ThemePreference): void {
  setPreferenceCookie('theme', theme === 'auto' ? null : theme)
  setThemeColor(theme)
  applyTheme(theme)
}

function setThemeColor(theme: ThemePreference): void {
  const isLight = theme === 'auto' ? matchMedia('(prefers-color-scheme: light)').matches : theme === 'light'
  const colour = backgroundColours[isLight ? 'light' : 'dark']
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', colour)
}
