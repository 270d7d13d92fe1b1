import type { StartData } from '@playhub/contract/bridge-protocol'
import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import { type CompatScript, compatGlobal } from '@playhub/contract/plays/portal-sdks'
import { loadWatch } from '../start-data.ts'

/** Leads scripts that the game adds itself to the hub's replacement of a portal's SDK. The hub rewrites those in HTML. */
export function replacePortalScripts(start: StartData | null): void {
  const page = window as { [compatGlobal]?: CompatScript }
  const { [compatGlobal]: compat } = page
  if (!compat) return
  delete page[compatGlobal]
  loadWatch(start, parseUrl(compat.url, location.href))
  const pattern = new RegExp(compat.pattern, 'i')
  const { prototype } = HTMLScriptElement
  const src = Object.getOwnPropertyDescriptor(prototype, 'src')
  const { setAttribute } = prototype
  const { write } = document

  Object.defineProperty(prototype, 'src', {
    ...src,
    set(this: HTMLScriptElement, url: string) {
      const isPortal = pattern.test(url)
      if (isPortal) this.removeAttribute('integrity')
      src?.set?.call(this, isPortal ? compat.url : url)
    },
  })
  prototype.setAttribute = function (name, value) {
    if (name.toLowerCase() === 'src') this.src = value
    else setAttribute.call(this, name, value)
  }
  document.write = (...html) =>
    write.call(
      document,
      html
        .join('')
        .replace(scriptTags, (tag, url) => (pattern.test(url) ? `<script src="${compat.url}"` : tag)),
    )
}

const scriptTags = /<script[^<>]*?\ssrc=["']?([^"'\s>]+)[^>]*/gi
