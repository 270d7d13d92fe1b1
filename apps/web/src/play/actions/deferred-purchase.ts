import { tabStore } from '../../lib/browser/storage.ts'

const key = 'playhub-wanted-item'
/** A wish older than this has cooled: nobody wants a payment screen to jump at them. */
const KEPT_FOR_MS = 30 * 60 * 1000

type Wish = { project: string; itemId: string; at: number }

/** Notes what a guest wanted to buy, so that signing in leads on to it. */
export function rememberWantedItem(project: string, itemId: string, now = Date.now()): void {
  tabStore.set(key, JSON.stringify({ project, itemId, at: now } satisfies Wish))
}

/** What was wanted of this game, once. */
export function takeWantedItem(project: string, now = Date.now()): string | null {
  const wish = readWish()
  tabStore.remove(key)
  return wish?.project === project && now - wish.at < KEPT_FOR_MS ? wish.itemId : null
}

function readWish(): Wish | null {
  try {
    return JSON.parse(tabStore.get(key) ?? 'null') as Wish | null
  } catch {
    return null
  }
}
