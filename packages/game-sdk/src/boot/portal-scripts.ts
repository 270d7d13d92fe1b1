import { type CompatScript, compatGlobal } from '@playhub/contract/plays/portal-sdks'

/** Leads scripts that the game adds itself to the hub's replacement of a portal's SDK. The hub rewrites those in HTML. */
export function replacePortalScripts(): void {
  const page = window as { [compatGlobal]?: CompatScript }
  const { [compatGlobal]: compat } = page
  if (!compat) return
  delete page[compatGlobal]
  const pattern = new RegExp(compat.pattern, 'i')
  const { prototype } = HTMLScriptElement
  const src = Object.getOwnPropertyDescriptor(prototype, 'src')
  const { setAttribute } = prototype
  const { write } = document

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
  document.write = (...html) =>
    write.apply(
      document,
      html.map((text) =>
        text.replace(scriptTags, (tag, url) => (pattern.test(url) ? `<script src="${compat.url}"` : tag)),
      ),
    )
}

const scriptTags = /<script[^<>]*?\ssrc\s*=\s*["']?([^"'\s>]+)[^>]*/gi
