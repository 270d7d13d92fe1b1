/** Paths that are not the client's: files, the API, and documents, which are pages of their own. */
const foreignPaths = /^\/(api|docs|assets|main_images|static_files|passport|webhooks)(\/|$)/

/** The address a press on a link should lead the router to; null when the browser should follow the link itself. */
export function addressForRouter(link: HTMLAnchorElement, event: MouseEvent, here: Location): string | null {
  const isOurs =
    event.button === 0 &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    !event.defaultPrevented &&
    (!link.target || link.target === '_self') &&
    !link.hasAttribute('download') &&
    link.origin === here.origin &&
    !foreignPaths.test(link.pathname)
  if (!isOurs) return null
  const isJumpOnThisPage = link.hash && link.pathname === here.pathname && link.search === here.search
  return isJumpOnThisPage ? null : link.pathname + link.search + link.hash
}

type Go = (address: string, options: { viewTransition: boolean; replace: boolean }) => void

/** One listener for every plain link of the page, instead of a component around each. */
export function followLinks(go: Go, onLanguage: (language: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.dataset.language) onLanguage(link.dataset.language)
    const address = link && addressForRouter(link, event, window.location)
    if (!link || address === null) return
    event.preventDefault()
    go(address, { viewTransition: 'transition' in link.dataset, replace: 'replace' in link.dataset })
  })
}
