import { type InterfaceLanguage, localText, type PageMetadata } from '@playhub/contract'
import {
  type Content,
  getBrand,
  type LocalizedText,
  type PageKind,
  type Project,
} from '../../catalogue/index.ts'
import { hubShareImage } from '../share-images/share-image.ts'

export type DescribedPage = {
  kind: PageKind
  language: InterfaceLanguage
  tenant: string
  /** The canonical URL. */
  url: string
  project?: Project
  /** Path to the image drawn from the game's art. */
  shareImage?: string
  /** Replaces the hub's stock image. */
  hubImage?: string
}

/**
 * A page's metadata (specification §2). The game's own values take precedence, then the files `{tenant}/{kind}`,
 * `{tenant}/default`, `{kind}` and `default`.
 */
export function pageMetadata(content: Content, requested: DescribedPage): PageMetadata {
  const { kind, language, tenant, url, project, shareImage, hubImage = hubShareImage } = requested
  const files = ['default', kind, `${tenant}/default`, `${tenant}/${kind}`]
  const page = Object.assign({}, ...files.map((file) => content.pages.get(file)))
  const seo = project?.game.seo
  const brand = getBrand(content, tenant)
  const gameName = project ? localText(project.name, language) : ''
  const localized = (text: LocalizedText | undefined, fallback: string) =>
    (text ? localText(text, language) : fallback)
      .replaceAll('{game}', () => gameName)
      .replaceAll('{brand}', () => brand)
  const title = localized(seo?.title ?? page.title, brand)
  const ogImage = seo?.ogImage ?? shareImage ?? page.ogImage ?? hubShareImage
  const description = localized(findText(seo?.description, page.description), '')
  return {
    title,
    description,
    keywords: localized(findText(seo?.keywords, page.keywords), ''),
    faviconImage: page.faviconImage ?? '/main_images/favicon.svg',
    appleTouchImage: page.appleTouchImage ?? '/main_images/apple-touch-icon.png',
    ogUrl: url,
    ogType: page.ogType ?? 'website',
    ogTitle: localized(page.ogTitle, title),
    ogDescription: localized(page.ogDescription, description),
    ogImage: ogImage === hubShareImage ? hubImage : ogImage,
    ogSiteName: page.ogSiteName ?? brand,
  }
}

/** A small project has no texts of its own. */
const findText = (...messages: (LocalizedText | undefined)[]) =>
  messages.find((text) => text && Object.keys(text).length > 0)
