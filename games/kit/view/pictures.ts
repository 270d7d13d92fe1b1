/** @throws DOMException  when the picture cannot be read. */
export async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/**
 * Draws a picture once at the size it will be shown in; drawing a frame then only copies.
 * @param width, height  Device pixels.
 * @param turn           Clockwise, in radians.
 */
export function rasterise(
  image: HTMLImageElement,
  width: number,
  height = width,
  turn = 0,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.imageSmoothingQuality = 'high'
  context.translate(width / 2, height / 2)
  context.rotate(turn)
  context.drawImage(image, -width / 2, -height / 2, width, height)
  return canvas
}
