import { type Wallet, wallets } from '@playhub/contract/payment-methods'
import { localStore } from '../../lib/browser/storage.ts'

const SHOWN_WALLETS = 'playhub-wallets'

declare global {
  var ApplePaySession: { canMakePayments(): boolean } | undefined
}

/**
 * Wallets that this browser can pay with: those of the last form here; before the first one, Apple Pay if the browser has
 * it. No browser tells whether it has Google Pay.
 */
export function listUsableWallets(registered: readonly Wallet[]): Wallet[] {
  if (registered.length === 0) return []
  const shown = localStore.get(SHOWN_WALLETS)?.split(',')
  return registered.filter((wallet) =>
    shown ? shown.includes(wallet) : wallet === 'applePay' && hasApplePay(),
  )
}

/** Keeps which wallets a form offers in this browser, on this host and within this frame's site. */
export function saveShownWallets(methods: Record<string, { available: boolean }> = {}): void {
  localStore.set(SHOWN_WALLETS, wallets.filter((wallet) => methods[wallet]?.available).join())
}

/** Safari throws within a frame that may not take payments. */
function hasApplePay(): boolean {
  try {
    return globalThis.ApplePaySession?.canMakePayments() ?? false
  } catch {
    return false
  }
}
