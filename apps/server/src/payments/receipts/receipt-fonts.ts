import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'
import type { ServerMessages } from '../../i18n/server-messages.ts'

/** A receipt's languages, and a font file for characters missing from the hub's own fonts. */
export type ReceiptStyle = {
  messages: ServerMessages[]
  font: string | null
  /** True on a staging hub, where nobody pays. */
  isTest?: boolean
}

/** Latin and Cyrillic. */
export const hubFonts = {
  text: fileURLToPath(import.meta.resolve('@expo-google-fonts/onest/400Regular/Onest_400Regular.ttf')),
  strong: fileURLToPath(import.meta.resolve('@expo-google-fonts/onest/600SemiBold/Onest_600SemiBold.ttf')),
  display: fileURLToPath(import.meta.resolve('@expo-google-fonts/unbounded/700Bold/Unbounded_700Bold.ttf')),
}
export type HubFont = keyof typeof hubFonts

export type ReceiptFonts = {
  /** The language's font file; null without a usable one. */
  languageFile: string | null
  /** The font to draw a text with: the hub's if it has every character, else the language's. */
  fontFor(text: string, preferred: HubFont): HubFont | 'language'
  /** One font has every character. */
  canDraw(text: string): boolean
}

const hubFont = openSync(hubFonts.text)

export function receiptFonts({ font }: Pick<ReceiptStyle, 'font'>): ReceiptFonts {
  const languageFont = font === null ? null : openFont(font)
  const isInHubFont = (text: string) => hasGlyphs(hubFont, text)
  return {
    languageFile: languageFont && font,
    fontFor: (text, preferred) => (languageFont && !isInHubFont(text) ? 'language' : preferred),
    canDraw: (text) => isInHubFont(text) || (languageFont !== null && hasGlyphs(languageFont, text)),
  }
}

/** Null for an unreadable font: a receipt in English is better than none. */
function openFont(file: string): Font | null {
  try {
    return openSync(file)
  } catch {
    return null
  }
}

function hasGlyphs(font: Font, text: string): boolean {
  return Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
}
