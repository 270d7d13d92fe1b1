import type { Theme } from '@playhub/contract'
import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { keepForServer } from './preference-cookie.ts'
import { groundColours } from './theme-background.ts'

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
  keepForServer('theme', choice === 'auto' ? null : choice)
  paintEdges(choice)
  emitter.emit()
}

/** The colour of the browser's own edges around the page. */
function paintEdges(choice: ThemeChoice): void {
  const isLight = choice === 'auto' ? matchMedia('(prefers-color-scheme: light)').matches : choice === 'light'
  const colour = groundColours[isLight ? 'light' : 'dark']
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', colour)
}
