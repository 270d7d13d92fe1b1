import type { PageMetadata, Theme } from '@playhub/contract'
import { backgroundColours, isColour } from '../../lib/browser/theme.ts'
import type { InterfaceLanguage } from '../../lib/language/language.ts'
import type { AssetManifest } from '../../lib/page/asset-manifest.ts'
import { BOOT_DATA_ID, type BootData, toScriptJson } from '../../lib/page/boot-data.ts'

export type DocumentParts = {
  language: InterfaceLanguage
  /** The reader's choice; without one the browser's preference decides. */
  theme?: Theme
  page: PageMetadata
  /** Absolute address of this page in its own language, and in the others. */
  canonical: string
  alternates: Record<string, string>
  isIndexed: boolean
  assets: AssetManifest
  boot: BootData
  /** Facts for search engines, as schema.org has them. */
  structuredData?: Record<string, unknown>[]
  body: string
  /** The hub's own background colour (`backgroundColor` of the settings), for the dark theme. */
  ground?: string
  /**
   * A page for everybody that fetches nothing before it is seen which can come with the client: what it needs of the
   * look stands in it, and a hub is installed by whoever sees it.
   */
  isLean?: boolean
}

/** The whole HTML page. No script in it runs by itself: a strict policy needs no nonce. */
export function documentHtml(parts: DocumentParts): string {
  const { language, page, assets, boot } = parts
  const wake = boot.hydration ? 'idle' : 'now'
  return `<!doctype html>
<html lang="${language}"${themeOf(parts.theme)}${backgroundOf(parts.ground)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(page.title)}</title>
${described(parts)}
<link rel="icon" href="${escapeHtml(page.faviconImage)}">
<link rel="apple-touch-icon" href="${escapeHtml(page.appleTouchImage)}">
${parts.isLean ? '' : `<link rel="manifest" href="${manifestOf(language)}">`}
${themeColours(parts.theme)}
${stylesOf(parts)}
${preloads(parts)}
<script type="module" async src="${assets.boot.url}" data-client="${assets.client.url}" data-with="${assets.client.imports?.join(' ') ?? ''}" data-wake="${wake}"></script>
${wake === 'now' ? modulePreloads(assets) : ''}
${structuredDataScript(parts.structuredData)}
</head>
<body>
<div id="root">${parts.body}</div>
<script type="application/json" id="${BOOT_DATA_ID}">${toScriptJson(boot)}</script>
</body>
</html>`
}

function described({ page, canonical, alternates, isIndexed }: DocumentParts): string {
  if (!isIndexed) return '<meta name="robots" content="noindex">'
  const named = {
    description: page.description,
    keywords: page.keywords,
    'twitter:card': 'summary_large_image',
  }
  const graph = {
    'og:url': page.ogUrl,
    'og:type': page.ogType,
    'og:title': page.ogTitle,
    'og:description': page.ogDescription,
    'og:image': absolute(page.ogImage, canonical),
    'og:site_name': page.ogSiteName,
  }
  return [
    ...Object.entries(named).map(
      ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`,
    ),
    ...Object.entries(graph).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...Object.entries(alternates).map(
      ([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}">`,
    ),
  ].join('\n')
}

/** A page that the browser fills may turn out to have no heading, and browsers complain of what nobody used. */
function preloads({ assets, language, boot }: DocumentParts): string {
  const link = (url: string) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin>`
  const { text, headings } = assets.fonts[language]
  return (boot.hydration ? [text, headings] : [text]).map(link).join('\n')
}

/** The client of a page that wakes at once, a round trip before the boot module asks, and behind the styles. */
function modulePreloads({ client }: AssetManifest): string {
  const link = (url: string) => `<link rel="modulepreload" href="${url}" fetchpriority="low">`
  return [client.url, ...(client.imports ?? [])].map(link).join('\n')
}

/** Named apart, since faces that are named twice are fitted anew. */
function stylesOf({ language, assets: { css, inline }, isLean }: DocumentParts): string {
  const faces = inline.faces && `<style>${inline.faces}</style>`
  if (!isLean) return [faces, ...css.map(({ url }) => `<link rel="stylesheet" href="${url}">`)].join('\n')
  const urls = css.map(({ url }) => url).join(' ')
  return `${faces}\n<style data-rest="${urls}" data-manifest="${manifestOf(language)}">${inline.publicLook}</style>`
}

/** The colour of the browser's own edges around the page. */
function themeColours(theme: Theme | undefined): string {
  if (theme) return `<meta name="theme-color" content="${backgroundColours[theme]}">`
  const preferred = (one: Theme) =>
    `<meta name="theme-color" content="${backgroundColours[one]}" media="(prefers-color-scheme: ${one})">`
  return `${preferred('dark')}\n${preferred('light')}`
}

function structuredDataScript(structuredData: DocumentParts['structuredData']): string {
  if (!structuredData?.length) return ''
  const graph = { '@context': 'https://schema.org', '@graph': structuredData }
  return `<script type="application/ld+json">${toScriptJson(graph)}</script>`
}

const manifestOf = (language: InterfaceLanguage) => `/manifest.webmanifest?locale=${language}`

const themeOf = (theme: Theme | undefined) => (theme ? ` data-theme="${theme}"` : '')

function backgroundOf(colour: string | undefined): string {
  return colour && isColour(colour) ? ` style="--background:${colour}"` : ''
}

const absolute = (path: string, base: string) => (path ? new URL(path, base).href : '')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
