import { type StartData, startDataPrefix } from '@playhub/contract/bridge-protocol'

/** Place of the start data, shared by boot script and SDK. Scripts of the game do not enumerate it. */
const KEY = '__playhubStart'
type Keeper = { [KEY]?: StartData }

/**
 * Takes the start data out of the frame's name, so the next page in the frame does not see it. The boot script and
 * the SDK share the object: an update by either is what a reload finds.
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
 * Writes the start data back when the page is left for one of its own origin, such as by `location.reload()`. The
 * Navigation API tells the target in time; where it is missing, the start data is written back always.
 */
function keepForReload(start: StartData): void {
  const { navigation } = window as { navigation?: EventTarget }
  const write = () => {
    window.name = startDataPrefix + JSON.stringify(start)
  }
  const clear = () => {
    window.name = ''
  }
  navigation?.addEventListener('navigate', (event) => {
    const { url, sameDocument } = (event as NavigateEventLike).destination
    if (sameDocument) return
    if (new URL(url).origin === location.origin) write()
    else clear()
  })
  if (!navigation) addEventListener('pagehide', write)
  // The page comes back from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) clear()
  })
}

/**
 * In the checker, loads the watching script for a portal's SDK, before the page's next script runs. Nothing happens
 * when the calling script is not part of the HTML, or is `async` or `defer`.
 * @param sdkUrl  The replacement of the portal's SDK; the script is beside it.
 */
export function loadWatch(start: StartData | null, sdkUrl: URL | null): void {
  if (start?.isChecked && sdkUrl) document.write(`<script src="${new URL('watch.js', sdkUrl)}"></script>`)
}

type NavigateEventLike = Event & { destination: { url: string; sameDocument: boolean } }
