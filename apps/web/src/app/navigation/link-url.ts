/** Paths outside the router: files, the API, and documents, which are page loads. */
const serverPaths = /^\/(api|docs|assets|main_images|static_files|passport|webhooks)(\/|$)/

/** The clicked link's URL in the router; null when the browser should follow the link. */
export function urlForRouter(link: HTMLAnchorElement, event: MouseEvent, here: Location): string | null {
  const isForRouter =
    event.button === 0 &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    !event.defaultPrevented &&
    (!link.target || link.target === '_self') &&
    !link.hasAttribute('download') &&
    link.origin === here.origin &&
    !serverPaths.test(link.pathname)
  if (!isForRouter) return null
  const isAnchor = link.hash && link.pathname === here.pathname && link.search === here.search
  return isAnchor ? null : link.pathname + link.search + link.hash
}
