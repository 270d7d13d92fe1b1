export type Asset = { url: string; bytes: number; brotliBytes: number }

/** The files of the web build that a page refers to. */
export type AssetManifest = {
  /** The first script of every page. */
  boot: Asset
  /** The client's entry module, and its static imports, to preload in parallel. */
  client: Asset & { imports?: string[] }
  css: Asset[]
  /** The `@font-face` rules, inlined in every page. Empty in development. */
  fontFacesCss: string
  /** The rules that server-rendered pages need before the client loads. Empty in development. */
  criticalCss: string
  /** The same for shells. */
  criticalShellCss: string
  /** Fonts to preload, by script. */
  fonts: Record<'cyrillic' | 'latin', { text: string; headings: string }>
}
