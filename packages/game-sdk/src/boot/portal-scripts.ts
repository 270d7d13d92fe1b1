import type { StartData } from '@playhub/contract/bridge-protocol'
import { type CompatScript, compatGlobal } from '@playhub/contract/plays/portal-sdks'
import { loadWatch } from '../start-data.ts'

/** Leads scripts that the game adds itself to the hub's replacement of a portal's SDK. The hub rewrites those in HTML. */
export function replacePortalScripts(start: StartData | null): void {
  const page = window as { [compatGlobal]?: CompatScript }
  const { [compatGlobal]: compat } = page
  if (!compat) return
  delete page[compatGlobal]
  loadWatch(start, URL.parse(compat.url, location.href))
  const pattern = new RegExp(compat.pattern, 'i')
  const { prototype } = HTMLScriptElement
  const src = Object.getOwnPropertyDescriptor(prototype, 'src')
  const { setAttribute } = prototype

  function replace(script: HTMLScriptElement, url: string): string {
    if (!pattern.test(url)) return url
    script.removeAttribute('integrity')
    return compat?.url ?? url
  }

  Object.defineProperty(prototype, 'src', {
    ...src,
    set(this: HTMLScriptElement, url: unknown) {
      src?.set?.call(this, replace(this, String(url)))
    },
  })
  prototype.setAttribute = function (name, value) {
    setAttribute.call(this, name, name.toLowerCase() === 'src' ? replace(this, String(value)) : value)
  }
}
