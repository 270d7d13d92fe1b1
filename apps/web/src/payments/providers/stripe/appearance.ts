import type { Appearance } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'
import { resolveColour } from '../../../lib/browser/resolve-colour.ts'

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
      colorPrimary: resolveColour('--warm'),
      colorBackground: resolveColour('--ink-1'),
      colorText: resolveColour('--letters'),
      colorTextSecondary: resolveColour('--letters-soft'),
      colorDanger: resolveColour('--fail'),
      borderRadius: '12px',
      fontFamily: 'Onest, system-ui, sans-serif',
      fontSizeBase: '16px',
    },
  }
}
