/** In pixels of the picture. */
export type Crop = { left: number; top: number; width: number; height: number }
export type Size = { width: number; height: number }

/** In percent of the picture. */
type Part = { x: number; y: number; width: number; height: number }

/** Rounded inwards, so that the part lies in the picture. */
export function toPixels(part: Part, size: Size): Crop {
  const left = Math.min(size.width - 1, Math.max(0, Math.round((part.x / 100) * size.width)))
  const top = Math.min(size.height - 1, Math.max(0, Math.round((part.y / 100) * size.height)))
  const limit = (percent: number, whole: number, start: number) =>
    Math.max(1, Math.min(whole - start, Math.round((percent / 100) * whole)))
  return {
    left,
    top,
    width: limit(part.width, size.width, left),
    height: limit(part.height, size.height, top),
  }
}
