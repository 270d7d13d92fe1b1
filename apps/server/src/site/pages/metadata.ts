import { type InterfaceLanguage, localText, type PageMetadata } from '@playhub/contract'
import type { Content, LocalizedText, Project } from '../../catalogue/index.ts'

/** Each kind may have a file below `content/pages`. */
export type PageKind = 'catalogue' | 'game' | 'prices' | 'document' | 'default'

export type DescribedPage = {
  kind: PageKind
  language: InterfaceLanguage
  tenant: string
  /** The canonical URL. */
  url: string
  project?: Project
  /** Path of the image drawn from the game's art. */
  shareImage?: string
}

/**
 * The metadata of a page (specification §2). The game's own values take precedence, then the files `{tenant}/{kind}`,
 * `{tenant}/default`, `{kind}` and `default`.
 */
export function pageMetadata(content: Content, asked: DescribedPage): PageMetadata {
  const { kind, language, tenant, url, project, shareImage } = asked
  const files = ['default', kind, `${tenant}/default`, `${tenant}/${kind}`]
  const page = Object.assign({}, ...files.map((file) => content.pages.get(file)))
  const seo = project?.game.seo
  const gameName = project ? localText(project.name, language) : ''
  const localized = (text: LocalizedText | undefined, fallback: string) =>
    (text ? localText(text, language) : fallback).replaceAll('{game}', gameName)
  const title = localized(seo?.title ?? page.title, 'Playhub')
  const description = localized(seo?.description ?? page.description, '')
  return {
    title,
    description,
    keywords: localized(seo?.keywords ?? page.keywords, ''),
    faviconImage: page.faviconImage ?? '/main_images/favicon.svg',
    appleTouchImage: page.appleTouchImage ?? '/main_images/apple-touch-icon.png',
    ogUrl: url,
    ogType: page.ogType ?? 'website',
    ogTitle: localized(page.ogTitle, title),
    ogDescription: localized(page.ogDescription, description),
    ogImage: seo?.ogImage ?? shareImage ?? page.ogImage ?? '/main_images/share.png',
    ogSiteName: page.ogSiteName ?? 'Playhub',
  }
}
