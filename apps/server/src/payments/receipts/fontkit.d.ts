/** Types for the part of the package that we use. @see https://github.com/foliojs/fontkit */
declare module 'fontkit' {
  export type Font = { hasGlyphForCodePoint(codePoint: number): boolean }
  /** @throws Error when the file is no font */
  export function openSync(path: string): Font
}
