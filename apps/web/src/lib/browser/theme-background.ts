import type { InitialConfig } from '@playhub/contract'

/** What the page stands on by night and by day, in the form that browsers take for their own edges. */
export const groundColours = { dark: '#0d0a1c', light: '#f9f5ee' } as const

/** The page's background colour among the hub's settings (specification §3). */
export function groundOf({ settings }: Pick<InitialConfig, 'settings'>): string | undefined {
  const value = settings.find(({ id }) => id === 'backgroundColor')?.value
  return typeof value === 'string' && isColour(value) ? value : undefined
}

export const isColour = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

/** Paints the page of this browser; the server has done so already on public pages. */
export function paintGround(config: Pick<InitialConfig, 'settings'>): void {
  const colour = groundOf(config)
  if (colour) document.documentElement.style.setProperty('--ground', colour)
}
