import type { InterfaceLanguage, PageMetadata } from '@playhub/contract'
import type { Content, Project, Words } from '../catalogue/index.ts'

/** The kinds of public page; each may have a file below `content/pages`. */
export type PageKind = 'catalogue' | 'game' | 'prices' | 'document' | 'default'

/** The metadata of a page: what the game says of itself, then the page's file, then the defaults. */
export function pageMetadata(
  content: Content,
  kind: PageKind,
  language: InterfaceLanguage,
  url: string,
  project?: Project,
): PageMetadata {
  const page = { ...content.pages.get('default'), ...content.pages.get(kind) }
  const seo = project?.game.seo
  const words = (text: Words | undefined, fallback: string) =>
    (text?.[language] ?? fallback).replaceAll('{game}', project?.name[language] ?? '')
  const title = words(seo?.title ?? page.title, 'Playhub')
  const description = words(seo?.description ?? page.description, '')
  return {
    title,
    description,
    keywords: words(seo?.keywords ?? page.keywords, ''),
    faviconImage: page.faviconImage ?? '/main_images/favicon.svg',
    appleTouchImage: page.appleTouchImage ?? '/main_images/apple-touch-icon.png',
    ogUrl: url,
    ogType: page.ogType ?? 'website',
    ogTitle: words(page.ogTitle, title),
    ogDescription: words(page.ogDescription, description),
    ogImage: seo?.ogImage ?? page.ogImage ?? '/main_images/share.png',
    ogSiteName: page.ogSiteName ?? 'Playhub',
  }
}
