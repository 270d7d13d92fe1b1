import type { Theme } from '@playhub/contract'

/** True for a colour usable as a page's background: `#rgb` or `#rrggbb`. */
export const isColour = (value: string) => /^#([0-9a-f]{3}){1,2}$/i.test(value)

/**
 * Selects text and surfaces for a page background, which is the same in both themes.
 * @returns  the tokens to use, and the share of their own colour texts keep: the rest is white or black.
 */
export function fitToBackground(colour: string): { tokens: Theme; textShare: number } {
  const luminance = readLuminance(colour)
  // White and black have the same contrast here.
  const tokens = luminance < 0.179 ? 'dark' : 'light'
  const lightness = Math.cbrt(
    tokens === 'dark' ? 4.5 * (luminance + 0.05) - 0.05 : Math.max(0, (luminance + 0.05) / 4.5 - 0.05),
  )
  // Beyond the darkest text on dark (0.755) and the lightest on light (0.5): the red of a failure, the darkest for its lightness.
  const share = tokens === 'dark' ? (1 - lightness) / (1 - 0.72) : lightness / 0.55
  return { tokens, textShare: Math.floor(100 * Math.min(1, Math.max(0, share))) }
}

/** The relative luminance (WCAG 2.2) of `#rgb` or `#rrggbb`. */
function readLuminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(digits.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
