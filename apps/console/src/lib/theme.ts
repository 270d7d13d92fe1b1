import { useSyncExternalStore } from 'react'

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const YEAR_S = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || theme === 'light' ? theme : 'auto'
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}

/** Applies a theme and stores it, under the name that the players' pages use, for `theme.js`. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'auto') delete dataset.theme
  else dataset.theme = theme
  const value = theme === 'auto' ? '' : theme
  const isSecure = location.protocol === 'https:'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
  document.cookie = `theme=${value}; path=/; max-age=${value ? YEAR_S : 0}; samesite=lax${isSecure ? '; secure' : ''}`
  for (const listener of listeners) listener()
}
