import { isInForeignFrame } from '../../lib/embedding/embedding.ts'

/** Paths that the router does not handle: files, the API, and documents, which are page loads. */
const serverPaths = /^\/(api|docs|assets|main_images|static_files|passport|webhooks)(\/|$)/

/** Pages that no other site may frame. */
const ownPages = /^\/(settings|transactions|my-games)(\/|$)/

/** The address that a clicked link opens in the router; null when the browser should follow the link. */
export function addressForRouter(link: HTMLAnchorElement, event: MouseEvent, here: Location): string | null {
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

type Navigate = (address: string, options: { viewTransition: boolean; replace: boolean }) => void

/** Handles link clicks with one delegated listener: React Router's `Link` would cost 60 % of render time. */
export function followLinks(navigate: Navigate, onLanguage: (language: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.dataset.language) onLanguage(link.dataset.language)
    const address = link && addressForRouter(link, event, window.location)
    if (!link || address === null) return
    event.preventDefault()
    if (ownPages.test(link.pathname) && isInForeignFrame()) {
      window.open(address, '_blank', 'noopener')
      return
    }
    navigate(address, { viewTransition: 'transition' in link.dataset, replace: 'replace' in link.dataset })
  })
}
