import type { StartData } from '@playhub/contract/bridge-protocol'
import { type CompatScript, compatGlobal, toReplacement } from '@playhub/contract/plays/portal-sdks'
import { loadWatch } from '../start-data.ts'

/**
 * Leads scripts added by the game itself to the hub's replacement of a portal's SDK. The hub rewrites those in HTML.
 */
export function replacePortalScripts(start: StartData | null): void {
  const page = window as { [compatGlobal]?: CompatScript }
  const { [compatGlobal]: compat } = page
  if (!compat) return
  delete page[compatGlobal]
  loadWatch(start, new URL(compat.url, location.href))
  const pattern = new RegExp(compat.pattern, 'i')
  const { prototype } = HTMLScriptElement
  const { set } = Object.getOwnPropertyDescriptor(prototype, 'src') as Required<PropertyDescriptor>
  const { setAttribute } = prototype
  const { write } = document

  Object.defineProperty(prototype, 'src', {
    set(this: HTMLScriptElement, url: string) {
      const isPortal = pattern.test(url)
      if (isPortal) this.removeAttribute('integrity')
      set.call(this, isPortal ? toReplacement(compat, url) : url)
    },
  })
  prototype.setAttribute = function (name, value) {
    if (/^src$/i.test(name)) this.src = value
    else setAttribute.call(this, name, value)
  }
  document.write = (...html) =>
    write.call(
      document,
      html
        .join('')
        .replace(scriptTags, (tag, url) =>
          pattern.test(url) ? `<script src="${toReplacement(compat, url)}"` : tag,
        ),
    )
}

const scriptTags = /<script[^<>]*?\ssrc=["']?([^"'\s>]+)[^>]*/gi
