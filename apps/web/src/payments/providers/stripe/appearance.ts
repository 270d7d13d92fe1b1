import type { Appearance } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'
import { resolveColour } from '../../../lib/browser/resolve-colour.ts'

const darkScheme = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The hub's colours for Stripe's form; they follow the system's colour scheme. */
export function useStripeAppearance(): Appearance {
  const isDark = useSyncExternalStore(subscribeToScheme, () => darkScheme().matches)
  return useMemo(() => appearanceFor(isDark), [isDark])
}

function subscribeToScheme(listener: () => void): () => void {
  const query = darkScheme()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function appearanceFor(isDark: boolean): Appearance {
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: resolveColour('--warm'),
      colorBackground: resolveColour('--ink-1'),
      colorText: resolveColour('--foreground'),
      colorTextSecondary: resolveColour('--foreground-soft'),
      colorDanger: resolveColour('--fail'),
      borderRadius: '12px',
      fontFamily: 'Onest, system-ui, sans-serif',
      fontSizeBase: '16px',
    },
  }
}
