import type { Appearance } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The card form in the hub's own colours; it follows when the reader's scheme changes. */
export function useStripeAppearance(): Appearance {
  const isDark = useSyncExternalStore(onSchemeChange, () => dark().matches)
  return useMemo(() => appearanceFor(isDark), [isDark])
}

function onSchemeChange(listener: () => void): () => void {
  const query = dark()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function appearanceFor(isDark: boolean): Appearance {
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: hexOf('--warm'),
      colorBackground: hexOf('--ink-1'),
      colorText: hexOf('--letters'),
      colorTextSecondary: hexOf('--letters-soft'),
      colorDanger: hexOf('--fail'),
      borderRadius: '12px',
      fontFamily: 'Onest, system-ui, sans-serif',
      fontSizeBase: '16px',
    },
  }
}

/** A token as the plain colour it is now: the form lives in a frame that knows neither our tokens nor `light-dark()`. */
function hexOf(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const painter = canvas.getContext('2d')
  if (!painter) return colour
  painter.fillStyle = colour
  painter.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = painter.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
