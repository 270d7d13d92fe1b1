import type { InitialConfig, Theme } from '@playhub/contract'
import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { setPreferenceCookie } from './preference-cookie.ts'

export type ThemeChoice = Theme | 'auto'

const emitter = createEmitter()

/** The theme that the page was sent in: the reader's choice, or `auto` where the browser's preference decides. */
function currentTheme(): ThemeChoice {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || theme === 'light' ? theme : 'auto'
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(emitter.subscribe, currentTheme, () => 'auto')
}

/** Shows this page in a theme at once, and has the server send every other in it. */
export function chooseTheme(choice: ThemeChoice): void {
  const { dataset } = document.documentElement
  if (choice === 'auto') delete dataset.theme
  else dataset.theme = choice
  setPreferenceCookie('theme', choice === 'auto' ? null : choice)
  paintEdges(choice)
  emitter.emit()
}

/** The colour of the browser's own edges around the page. */
function paintEdges(choice: ThemeChoice): void {
  const isLight = choice === 'auto' ? matchMedia('(prefers-color-scheme: light)').matches : choice === 'light'
  const colour = backgroundColours[isLight ? 'light' : 'dark']
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', colour)
}

/** What the page stands on by night and by day, in the form that browsers take for their own edges. */
export const backgroundColours = { dark: '#0d0a1c', light: '#f9f5ee' } as const

/** The page's background colour among the hub's settings (specification §3). */
export function backgroundOf({ settings }: Pick<InitialConfig, 'settings'>): string | undefined {
  const value = settings.find(({ id }) => id === 'backgroundColor')?.value
  return typeof value === 'string' && isColour(value) ? value : undefined
}

export const isColour = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

/** Paints the page of this browser; the server has done so already on public pages. */
export function applyBackground(config: Pick<InitialConfig, 'settings'>): void {
  const colour = backgroundOf(config)
  if (colour) document.documentElement.style.setProperty('--background', colour)
}
