/** A page's description for search engines, link previews and the browser; `document.ts` writes it. */
const described = [
  'title',
  'meta[name]:not([name=viewport], [name=theme-color])',
  'meta[property]',
  'link:is([rel=canonical], [rel=alternate], [rel=icon], [rel=apple-touch-icon])',
  'script[type="application/ld+json"]',
].join()
const icons = '[rel=icon], [rel=apple-touch-icon]'

/** The page whose metadata the document has, once it is not the first one. */
let shown: string | null = null

/**
 * Replaces the document's metadata with the URL's. It is taken from the page itself, so it is the same as after a
 * reload.
 * @param url  Null for a private page, which has none and is kept from search engines.
 */
export async function showMetadata(href: string | null, leaving: AbortSignal): Promise<void> {
  if (href === null) return hidePage()
  const url = new URL(href, location.href)
  // The server would render each search anew. It describes them all like the catalogue, and hides them.
  const isSearch = url.searchParams.has('search')
  url.searchParams.delete('search')
  const page = `${url} ${isSearch}`
  if (shown === page || leaving.aborted) return
  try {
    const response = await fetch(url, { headers: { accept: 'text/html' }, signal: leaving })
    if (!response.ok) throw new Error(`${url} has the status ${response.status}`)
    const { head } = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (leaving.aborted) return
    for (const old of document.head.querySelectorAll(described)) old.remove()
    document.head.append(...head.querySelectorAll(described))
    if (isSearch) hidePage()
    shown = page
  } catch {
    // The page keeps its route's title.
    if (!leaving.aborted) hidePage()
  }
}

function hidePage(): void {
  shown = null
  for (const old of document.head.querySelectorAll(described)) {
    if (old.localName !== 'title' && !old.matches(icons)) old.remove()
  }
  const robots = Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex' })
  document.head.append(robots)
}
