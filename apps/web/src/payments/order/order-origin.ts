import { tabStore } from '../../lib/browser/storage.ts'
import { addressInLanguage, parsePathLanguage } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/texts.ts'

const KEY = 'playhub-order-origin'

type OrderOrigin = { paymentId: string; address: string }

/** Remembers the hub page that an order was placed on; orders from games and links have none. */
export function saveOrderOrigin(paymentId: string, address: string): void {
  tabStore.set(KEY, JSON.stringify({ paymentId, address } satisfies OrderOrigin))
}

/** The URL, in the current language, for the page that an order was placed on in this tab. */
export function orderOrigin(paymentId: string): string | null {
  try {
    const stored: OrderOrigin | null = JSON.parse(tabStore.get(KEY) ?? 'null')
    return stored?.paymentId === paymentId ? inCurrentLanguage(stored.address) : null
  } catch {
    return null
  }
}

function inCurrentLanguage(address: string): string {
  const { pathname, search, hash } = new URL(address, 'http://hub')
  return parsePathLanguage(pathname) ? addressInLanguage(pathname, search, currentLanguage()) + hash : address
}
