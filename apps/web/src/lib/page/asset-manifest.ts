export type Asset = { url: string; bytes: number; brotliBytes: number }

/** What the build made, as the server must name it in a page. */
export type AssetManifest = {
  /** The tiny module of every page. */
  boot: Asset
  /** The client it wakes, and the files that come with it: fetched side by side instead of one after another. */
  client: Asset & { imports?: string[] }
  /** All of the look. */
  css: Asset[]
  /** Style sheets that travel inside a page, as text; none in development. */
  inline: {
    /** Which faces there are: every page names them. */
    faces: string
    /** What of the look a page for everybody needs until the client brings the rest. */
    publicLook: string
  }
  /** The faces of text and headings, by language: found through the stylesheet they would come a round trip later. */
  fonts: Record<'ru' | 'en', { text: string; headings: string }>
}
