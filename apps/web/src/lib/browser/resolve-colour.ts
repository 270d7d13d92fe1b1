/**
 * Resolves a colour token to its current value. A provider's form runs in a frame without our tokens and
 * `light-dark()`.
 * @param token  Such as `--warm`.
 * @returns      "#rrggbb"
 */
export function resolveColour(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const painter = canvas.getContext('2d')
  if (!painter) return colour
  painter.fillStyle = colour
  painter.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = painter.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
