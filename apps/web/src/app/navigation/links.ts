import { isInForeignFrame } from '../../lib/embedding/embedding.ts'
import { urlForRouter } from './link-url.ts'

/** Pages no other site may frame. */
const ownPages = /^\/(settings|transactions|my-games)(\/|$)/

type NavigateOptions = { viewTransition: boolean; replace: boolean; state: { art: string } | null }
type Navigate = (address: string, options: NavigateOptions) => void

/** Handles link clicks with one delegated listener: React Router's `Link` would cost 60 % of render time. */
export function followLinks(navigate: Navigate, onLanguage: (language: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.dataset.language) onLanguage(link.dataset.language)
    const url = link && urlForRouter(link, event, window.location)
    if (!link || url === null) return
    event.preventDefault()
    if (ownPages.test(link.pathname) && isInForeignFrame()) {
      window.open(url, '_blank', 'noopener')
      return
    }
    const { transition, replace, art } = link.dataset
    const viewTransition = transition !== undefined
    if (viewTransition) markFlyingArt(link)
    navigate(url, { viewTransition, replace: replace !== undefined, state: art ? { art } : null })
  })
}

/** Names the art shared with the next page: the one beside the link. */
function markFlyingArt(link: Element): void {
  document.querySelector('[data-flying]')?.removeAttribute('data-flying')
  link.closest('.game-card, .hero')?.querySelector('.game-art')?.setAttribute('data-flying', '')
}
