import { type StartData, startDataPrefix } from '@playhub/contract/bridge-protocol'

/** Where the first of boot script and SDK keeps the start data for the other. Scripts of the game do not enumerate it. */
const KEY = '__playhubStart'
type Keeper = { [KEY]?: StartData }

/**
 * Takes the start data out of the frame's name, so that the next page in the frame does not see it. The same object is
 * returned to the boot script and the SDK; whoever updates it updates what a reload finds.
 * @returns null when no hub has started this page
 */
export function takeStartData(): StartData | null {
  if (typeof window === 'undefined') return null
  const keeper = window as Keeper
  if (keeper[KEY]) return keeper[KEY]
  const start = parseName()
  if (!start) return null
  Object.defineProperty(keeper, KEY, { value: start })
  window.name = ''
  keepForReload(start)
  return start
}

function parseName(): StartData | null {
  const { name = '' } = window
  if (!name.startsWith(startDataPrefix)) return null
  try {
    return JSON.parse(name.slice(startDataPrefix.length))
  } catch {
    return null
  }
}

/**
 * Writes the start data back when the page is left for one of its own origin, such as by `location.reload()`. Where the
 * browser does not tell the target, it is written back always.
 */
function keepForReload(start: StartData): void {
  let target = ''
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => {
    target = (event as Event & { destination: { url: string } }).destination.url
  })
  addEventListener('pagehide', () => {
    if (!navigation || URL.parse(target)?.origin === location.origin)
      window.name = startDataPrefix + JSON.stringify(start)
  })
  // The page comes back from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.name = ''
  })
}
