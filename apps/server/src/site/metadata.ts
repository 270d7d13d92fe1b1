import type { InterfaceLanguage, PageMetadata } from '@playhub/contract'
import type { Content, Project, Words } from '../catalogue/index.ts'

/** The kinds of public page; each may have a file below `content/pages`. */
export type PageKind = 'catalogue' | 'game' | 'prices' | 'document' | 'default'

export type DescribedPage = {
  kind: PageKind
  language: InterfaceLanguage
  tenant: string
  /** The page's own address. */
  url: string
  /** The game that the page is about. */
  project?: Project
  /** The picture that was made of the game's art. */
  shareImage?: string
}

/**
 * The metadata of a page (specification §2). What a game says of itself comes first, then the file of the page on the
 * tenant's host, of the tenant, of the page, of all pages.
 */
export function pageMetadata(content: Content, asked: DescribedPage): PageMetadata {
  const { kind, language, tenant, url, project, shareImage } = asked
  const files = ['default', kind, `${tenant}/default`, `${tenant}/${kind}`]
  const page = Object.assign({}, ...files.map((file) => content.pages.get(file)))
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
    ogImage: seo?.ogImage ?? shareImage ?? page.ogImage ?? '/main_images/share.png',
    ogSiteName: page.ogSiteName ?? 'Playhub',
  }
}
