import { tabStore } from '../../lib/browser/storage.ts'
import { parsePathLanguage, urlInLanguage } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/messages.ts'

const KEY = 'playhub-order-origin'

type OrderOrigin = { paymentId: string; address: string }

/** Remembers an order's hub page; orders from games and links have none. */
export function saveOrderOrigin(paymentId: string, url: string): void {
  tabStore.set(KEY, JSON.stringify({ paymentId, address: url } satisfies OrderOrigin))
}

/** The URL, in the current language, of an order's page in this tab. */
export function orderOrigin(paymentId: string): string | null {
  try {
    const stored: OrderOrigin | null = JSON.parse(tabStore.get(KEY) ?? 'null')
    return stored?.paymentId === paymentId ? inCurrentLanguage(stored.address) : null
  } catch {
    return null
  }
}

function inCurrentLanguage(url: string): string {
  const { pathname, search, hash } = new URL(url, 'http://hub')
  return parsePathLanguage(pathname) ? urlInLanguage(pathname, search, currentLanguage()) + hash : url
}
