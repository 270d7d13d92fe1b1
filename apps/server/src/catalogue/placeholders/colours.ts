import { createHash } from 'node:crypto'

/** A project's default colours: a hue from its id, in a light and a dark tone. */
export function deriveColours(id: string): { card: string; footer: string } {
  const hue = createHash('sha256').update(id).digest().readUInt16BE(0) % 360
  return { card: toHex(hue, 0.52, 0.3), footer: toHex((hue + 24) % 360, 0.55, 0.1) }
}

/** @param lightness  0 to 1, like `saturation`; `hue` is in degrees. */
function toHex(hue: number, saturation: number, lightness: number): string {
  const strength = saturation * Math.min(lightness, 1 - lightness)
  const toChannel = (offset: number) => {
    const sector = (offset + hue / 30) % 12
    const value = lightness - strength * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${toChannel(0)}${toChannel(8)}${toChannel(4)}`
}
