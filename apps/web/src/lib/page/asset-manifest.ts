import type { CriticalRule } from './critical-css.ts'

export type Asset = { url: string; bytes: number; brotliBytes: number }

/** Web build files used by a page. */
export type AssetManifest = {
  /** The first script on every page. */
  boot: Asset
  /** The client's entry module, and its static imports, to preload in parallel. */
  client: Asset & { imports?: string[] }
  css: Asset[]
  /** The `@font-face` rules, inlined in every page. Empty in development. */
  fontFacesCss: string
  /** The rules for pages and shells before the client loads. Empty in development. */
  criticalRules: CriticalRule[]
  /** Fonts to preload, by script. */
  fonts: Record<'cyrillic' | 'latin', { text: string; headings: string }>
}
