/**
 * Watches how a game uses the hub's replacement of a portal's SDK, and reports it to the page of the checker. Only there
 * it is loaded: before the replacement by the boot script, otherwise by the replacement itself.
 */
import { BOOT, type CompatUse } from '@playhub/contract/boot-messages'
import type { StartData } from '@playhub/contract/bridge-protocol'
import { portalCalls } from '@playhub/contract/plays/portal-calls'
import { type PortalSdk, portalSdks } from '@playhub/contract/plays/portal-sdks'
import { throttle } from '../boot/triggers.ts'
import { takeStartData } from '../start-data.ts'
import { createWatch } from './watch-sdk.ts'

const INTERVAL_MS = 250
const MAX_NAMES = 300

const start = takeStartData()
const page = window as unknown as Record<string, unknown>

if (start?.isChecked && window.parent !== window) {
  for (const sdk of portalSdks) watchGlobals(sdk)
  loadOnce(start)
}

/** The replacement does not load the script again; the page after a reload does. */
function loadOnce(start: StartData): void {
  start.isChecked = false
  // Its form for a reload.
  Object.defineProperty(start, 'toJSON', { value: () => ({ ...start, isChecked: true }) })
}

function watchGlobals(sdk: PortalSdk): void {
  const watch = createWatch(sdk, createReport(sdk))
  const globals = Object.entries(portalCalls[sdk].globals)
  const isThere = globals.every(([name]) => name in page)
  for (const [name, path] of globals) {
    if (isThere) page[name] = watch(page[name], path)
    else watchAssignment(name, sdk, (value) => watch(value, path))
  }
}

/** The name is the game's own unless the replacement sets it. */
function watchAssignment(name: string, sdk: PortalSdk, watch: (value: unknown) => unknown): void {
  const script = new RegExp(`/compat/${sdk}\\.js|/sdk\\.js`)
  const define = (value: unknown) =>
    Object.defineProperty(page, name, { value, writable: true, enumerable: true, configurable: true })
  Object.defineProperty(page, name, {
    configurable: true,
    get: () => undefined,
    set(value) {
      const { src = '' } = (document.currentScript ?? {}) as HTMLScriptElement
      define(script.test(src) ? watch(value) : value)
    },
  })
}

/** Sends what has changed, with how often each member was used. */
function createReport(sdk: PortalSdk): (name: string, isMissing: boolean) => void {
  const uses = new Map<string, CompatUse>()
  const changed = new Set<CompatUse>()
  const send = throttle(INTERVAL_MS, () => {
    const message = { type: BOOT, playId: start?.playId, event: 'compat', sdk, uses: [...changed] }
    window.parent.postMessage(message, '*')
    changed.clear()
  })
  return (name, isMissing) => {
    const use = uses.get(name) ?? { name, count: 0, isMissing }
    if (use.count === 0 && uses.size >= MAX_NAMES) return
    uses.set(name, use)
    use.count += 1
    changed.add(use)
    send()
  }
}
