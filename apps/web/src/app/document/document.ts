import type { PageMetadata, PageRequest, Theme } from '@playhub/contract'
import { backgroundColours } from '../../lib/browser/theme.ts'
import type { InterfaceLanguage } from '../../lib/language/language.ts'
import type { AssetManifest } from '../../lib/page/asset-manifest.ts'
import { BOOT_DATA_ID, type BootData, toScriptJson } from '../../lib/page/boot-data.ts'
import { extractCriticalCss } from '../../lib/page/critical-css.ts'
import { fitToBackground, isColour } from './background.ts'
import { type TestModeLabels, testModeLabel } from './test-mode.ts'

export type DocumentParts = {
  language: InterfaceLanguage
  /** The player's preference; absent: as the browser prefers. */
  theme?: Theme
  page: PageMetadata
  /** This page's absolute URL, and its translations' URLs by language. */
  canonical: string
  alternates: Record<string, string>
  isIndexed: boolean
  assets: AssetManifest
  boot: BootData
  /** schema.org objects for search engines. */
  structuredData?: Record<string, unknown>[]
  body: string
  testMode?: TestModeLabels
  /** The `backgroundColor` setting: the page's background in both themes. */
  background?: string
  notStarted: PageRequest['notStarted']
  /** Inlines the critical CSS, so first paint needs no stylesheet. `boot.ts` loads the others and the web manifest. */
  inlinesCriticalCss?: boolean
}

/** The whole HTML document. It has no inline JavaScript, so a strict content security policy needs no nonce. */
export function documentHtml(given: DocumentParts): string {
  const background = isColour(given.background ?? '') ? given.background : undefined
  const parts = { ...given, background }
  const { language, page, assets, boot } = parts
  const start = boot.hydration ? 'idle' : 'paint'
  return `<!doctype html>
<html lang="${language}"${themeAttribute(parts.theme)}${backgroundAttribute(parts.background)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(page.title)}</title>
${metadata(parts)}
<link rel="icon" href="${escapeHtml(page.faviconImage)}">
<link rel="apple-touch-icon" href="${escapeHtml(page.appleTouchImage)}">
${parts.inlinesCriticalCss ? '' : `<link rel="manifest" href="${webManifest(language)}">`}
${themeColors(parts)}
${styles(parts)}
${fontPreloads(parts)}
<script type="module" async src="${assets.boot.url}" data-client="${assets.client.url}" data-imports="${assets.client.imports?.join(' ') ?? ''}" data-start="${start}"></script>
${structuredDataScript(parts.structuredData)}
</head>
<body>
${testModeLabel(parts.testMode)}<div id="root">${parts.body}</div>
${bootFailure(parts)}
<script type="application/json" id="${BOOT_DATA_ID}">${toScriptJson(boot)}</script>
</body>
</html>`
}

/** Hidden until `boot.ts` shows it. A shell shows it by itself after a while, even when no script has loaded at all. */
function bootFailure({ notStarted, boot }: DocumentParts): string {
  const attributes = boot.hydration ? 'class="boot-failure" hidden' : 'class="boot-failure boot-failure-late"'
  return `<p role="alert" ${attributes}>${escapeHtml(notStarted.text)} <a href="">${escapeHtml(notStarted.retry)}</a></p>`
}

function metadata({ page, canonical, alternates, isIndexed }: DocumentParts): string {
  if (!isIndexed) return '<meta name="robots" content="noindex">'
  const named = {
    description: page.description,
    keywords: page.keywords,
    'twitter:card': 'summary_large_image',
  }
  const openGraph = {
    'og:url': page.ogUrl,
    'og:type': page.ogType,
    'og:title': page.ogTitle,
    'og:description': page.ogDescription,
    'og:image': page.ogImage ? new URL(page.ogImage, canonical).href : '',
    'og:site_name': page.ogSiteName,
  }
  return [
    ...Object.entries(named).map(
      ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`,
    ),
    ...Object.entries(openGraph).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...Object.entries(alternates).map(
      ([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}">`,
    ),
  ].join('\n')
}

/** The `@font-face` rules have their own style: fonts declared twice cause a second layout. */
function styles(parts: DocumentParts): string {
  const { language, assets, body, inlinesCriticalCss } = parts
  const urls = assets.css.map(({ url }) => url)
  const fontFaces = assets.fontFacesCss && `<style>${assets.fontFacesCss}</style>`
  if (!inlinesCriticalCss)
    return [fontFaces, ...urls.map((url) => `<link rel="stylesheet" href="${url}">`)].join('\n')
  const deferred = `data-stylesheets="${urls.join(' ')}" data-manifest="${webManifest(language)}"`
  return `${fontFaces}\n<style ${deferred}>${extractCriticalCss(assets.criticalRules, body + bootFailure(parts))}</style>`
}

/** Preloads the display face for pages with it: browsers warn about unused preloads. */
function fontPreloads({ assets, language, body }: DocumentParts): string {
  const link = (url: string) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin>`
  if (isWrittenInSystemFonts(language)) return ''
  const { text, headings } = assets.fonts[language === 'ru' ? 'cyrillic' : 'latin']
  return (/class="[^"]*\bheading\b/.test(body) ? [text, headings] : [text]).map(link).join('\n')
}

/** The hub's own fonts have no Chinese, Japanese or Korean characters. */
const isWrittenInSystemFonts = (language: InterfaceLanguage) => ['ja', 'ko', 'zh'].includes(language)

function themeColors({ theme, background }: DocumentParts): string {
  const colour = background ?? (theme && backgroundColours[theme])
  if (colour) return `<meta name="theme-color" content="${colour}">`
  const preferred = (scheme: Theme) =>
    `<meta name="theme-color" content="${backgroundColours[scheme]}" media="(prefers-color-scheme: ${scheme})">`
  return `${preferred('dark')}\n${preferred('light')}`
}

function structuredDataScript(structuredData: DocumentParts['structuredData']): string {
  if (!structuredData?.length) return ''
  const graph = { '@context': 'https://schema.org', '@graph': structuredData }
  return `<script type="application/ld+json">${toScriptJson(graph)}</script>`
}

const webManifest = (language: InterfaceLanguage) => `/manifest.webmanifest?locale=${language}`

const themeAttribute = (theme: Theme | undefined) => (theme ? ` data-theme="${theme}"` : '')

function backgroundAttribute(colour: string | undefined): string {
  if (!colour) return ''
  const { tokens, textShare } = fitToBackground(colour)
  return ` data-background="${tokens}" style="--background:${colour};--text-share:${textShare}%"`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
