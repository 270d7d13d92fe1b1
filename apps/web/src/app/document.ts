import type { PageMetadata } from '@playhub/contract'
import type { AssetManifest } from '../lib/asset-manifest.ts'
import { BOOT_DATA_ID, type BootData, toScriptJson } from '../lib/boot-data.ts'
import { isColour } from '../lib/ground.ts'
import type { InterfaceLanguage } from '../lib/language.ts'

export type DocumentParts = {
  language: InterfaceLanguage
  page: PageMetadata
  /** Absolute address of this page in its own language, and in the others. */
  canonical: string
  alternates: Record<string, string>
  isIndexed: boolean
  assets: AssetManifest
  boot: BootData
  /** Facts for search engines, as schema.org has them. */
  facts?: Record<string, unknown>
  body: string
  /** The hub's own background colour (`backgroundColor` of the settings), for the dark theme. */
  ground?: string
}

const GROUND = { dark: '#0d0a1c', light: '#f9f5ee' }

/** The whole HTML page. No script in it runs by itself: a strict policy needs no nonce. */
export function documentHtml(parts: DocumentParts): string {
  const { language, page, assets, boot } = parts
  const wake = boot.hydration ? 'idle' : 'now'
  return `<!doctype html>
<html lang="${language}"${groundOf(parts.ground)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(page.title)}</title>
${described(parts)}
<link rel="icon" href="${escapeHtml(page.faviconImage)}">
<link rel="apple-touch-icon" href="${escapeHtml(page.appleTouchImage)}">
<meta name="theme-color" content="${GROUND.dark}" media="(prefers-color-scheme: dark)">
<meta name="theme-color" content="${GROUND.light}" media="(prefers-color-scheme: light)">
${preloads(parts)}
${styles(assets)}
<script type="module" async src="${assets.boot.url}" data-client="${assets.client.url}" data-with="${assets.client.imports?.join(' ') ?? ''}" data-wake="${wake}"></script>
${parts.facts ? `<script type="application/ld+json">${toScriptJson(parts.facts)}</script>` : ''}
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
    'og:url': canonical,
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

function preloads({ assets, language }: DocumentParts): string {
  const link = (url: string) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin>`
  return assets.fonts[language].map(link).join('\n')
}

function styles(assets: AssetManifest): string {
  return assets.css.map(({ url }) => `<link rel="stylesheet" href="${url}">`).join('\n')
}

function groundOf(colour: string | undefined): string {
  return colour && isColour(colour) ? ` style="--ground:${colour}"` : ''
}

const absolute = (path: string, base: string) => (path ? new URL(path, base).href : '')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
