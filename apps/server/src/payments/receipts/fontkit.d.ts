/** Types for what we use from the package. @see https://github.com/foliojs/fontkit */
declare module 'fontkit' {
  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    /** Font units. */
    layout(text: string): {
      advanceWidth: number
      glyphs: { path: { toSVG(): string } }[]
      positions: { xAdvance: number }[]
    }
  }
  /** @throws Error when the file is no font */
  export function openSync(path: string): Font
}
