/** Images drawn once at the size in which they are shown, so a frame only copies pixels. */
export interface Rasters<Name extends string | number> {
  redraw(draw: (image: HTMLImageElement, name: Name) => HTMLCanvasElement): void
  /** @throws Error  before the first `redraw`. */
  get(name: Name): HTMLCanvasElement
}

/** @throws DOMException  when an image cannot be decoded. */
export async function loadRasters<Name extends string | number>(
  urls: Record<Name, string>,
): Promise<Rasters<Name>> {
  const names = Object.keys(urls) as Name[]
  const images = await Promise.all(names.map(async (name) => [name, await loadImage(urls[name])] as const))
  const canvases = new Map<string, HTMLCanvasElement>()
  return {
    redraw(draw) {
      for (const [name, image] of images) canvases.set(String(name), draw(image, name))
    },
    get(name) {
      const canvas = canvases.get(String(name))
      if (!canvas) throw new Error(`The image ${name} was requested before it was drawn`)
      return canvas
    },
  }
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/**
 * @param width, height  Device pixels.
 * @param angle          Clockwise, in radians.
 */
export function rasterise(
  image: CanvasImageSource,
  width: number,
  height = width,
  angle = 0,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.imageSmoothingQuality = 'high'
  context.translate(width / 2, height / 2)
  context.rotate(angle)
  context.drawImage(image, -width / 2, -height / 2, width, height)
  return canvas
}
