import type { Theme } from '@playhub/contract'
import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { setPreferenceCookie } from './storage.ts'

export type ThemePreference = Theme | 'auto'

/** Page backgrounds, for the `theme-color` in the browser's own interface. */
export const backgroundColours = { dark: '#0f1220', light: '#f9f5ee' } as const

const emitter = createEmitter()

/** The document's theme attribute; `auto` when it is absent and the browser's preference applies. */
function currentTheme(): ThemePreference {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || theme === 'light' ? theme : 'auto'
}

export function useThemePreference(): ThemePreference {
  return useSyncExternalStore(emitter.subscribe, currentTheme, () => 'auto')
}

/** Applies a theme to this page, and stores it for the pages that the server renders. */
export function setTheme(theme: ThemePreference): void {
  const { dataset } = document.documentElement
  if (theme === 'auto') delete dataset.theme
  else dataset.theme = theme
  setPreferenceCookie('theme', theme === 'auto' ? null : theme)
  setThemeColor(theme)
  emitter.emit()
}

function setThemeColor(theme: ThemePreference): void {
  const isLight = theme === 'auto' ? matchMedia('(prefers-color-scheme: light)').matches : theme === 'light'
  const colour = backgroundColours[isLight ? 'light' : 'dark']
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', colour)
}
