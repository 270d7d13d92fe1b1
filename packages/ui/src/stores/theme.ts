import type { Theme } from '@playhub/contract'
import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

export type ThemePreference = Theme | 'auto'

const { subscribe, emit } = createEmitter()

/** The document's theme attribute; `auto` when it is absent and the browser's preference applies. */
function currentTheme(): ThemePreference {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || theme === 'light' ? theme : 'auto'
}

export function useThemePreference(): ThemePreference {
  return useSyncExternalStore(subscribe, currentTheme, () => 'auto')
}

/** Applies a theme to this page. The caller stores it. */
export function applyTheme(theme: ThemePreference): void {
  const { dataset } = document.documentElement
  if (theme === 'auto') delete dataset.theme
  else dataset.theme = theme
  emit()
}
