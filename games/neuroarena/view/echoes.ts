import type { Camera } from './camera.ts'

interface Echo {
  x: number
  y: number
  age: number
  lifeS: number
  radius: number
  colour: string
  /** A number that floats up; null for a ring that spreads. */
  words: string | null
}

export interface Echoes {
  ring(x: number, y: number, colour: string, radius: number, lifeS?: number): void
  words(x: number, y: number, colour: string, words: string): void
  draw(context: CanvasRenderingContext2D, camera: Camera, seconds: number): void
}

const MOST = 40

function drawRing(context: CanvasRenderingContext2D, echo: Echo, share: number, scale: number): void {
  context.beginPath()
  context.arc(echo.x * scale, echo.y * scale, echo.radius * (0.25 + 0.75 * share) * scale, 0, 2 * Math.PI)
  context.lineWidth = 6 * (1 - share) * scale
  context.strokeStyle = echo.colour
  context.stroke()
}

function drawWords(context: CanvasRenderingContext2D, echo: Echo, share: number, scale: number): void {
  context.fillStyle = echo.colour
  context.fillText(echo.words ?? '', echo.x * scale, (echo.y - 26 - 34 * share) * scale)
}

/** What stays for a moment after something happened: a spreading ring, a number that floats up. */
export function createEchoes(): Echoes {
  const echoes: Echo[] = []
  const spare: Echo[] = []

  function add(
    x: number,
    y: number,
    colour: string,
    radius: number,
    lifeS: number,
    words: string | null,
  ): void {
    if (echoes.length >= MOST) return
    const echo = spare.pop() ?? { x, y, age: 0, lifeS, radius, colour, words }
    echoes.push(Object.assign(echo, { x, y, age: 0, lifeS, radius, colour, words }))
  }

  function forget(nth: number): void {
    const last = echoes.pop()
    const gone = echoes[nth]
    if (gone && last) echoes[nth] = last
    spare.push(gone ?? (last as Echo))
  }

  return {
    ring: (x, y, colour, radius, lifeS = 0.45) => add(x, y, colour, radius, lifeS, null),
    words: (x, y, colour, words) => add(x, y, colour, 0, 0.8, words),
    draw(context, { scale }, seconds) {
      context.font = `800 ${Math.round(20 * scale)}px "Onest Variable", sans-serif`
      context.textAlign = 'center'
      for (let nth = echoes.length - 1; nth >= 0; nth--) {
        const echo = echoes[nth] as Echo
        echo.age += seconds
        const share = Math.min(1, echo.age / echo.lifeS)
        context.globalAlpha = 1 - share
        if (echo.words === null) drawRing(context, echo, share, scale)
        else drawWords(context, echo, share, scale)
        if (share >= 1) forget(nth)
      }
      context.globalAlpha = 1
    },
  }
}
