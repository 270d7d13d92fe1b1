import { isInForeignFrame } from '../../lib/embedding/embedding.ts'
import { addressForRouter } from './link-address.ts'

/** Pages that no other site may frame. */
const ownPages = /^\/(settings|transactions|my-games)(\/|$)/

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
