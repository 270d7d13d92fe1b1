import type { Camera } from './camera.ts'

interface Effect {
  x: number
  y: number
  ageS: number
  lifeS: number
  radius: number
  colour: string
  /** Text floating up; null for an expanding ring. */
  text: string | null
}

export interface Effects {
  ring(x: number, y: number, colour: string, radius: number, lifeS?: number): void
  text(x: number, y: number, colour: string, text: string): void
  draw(context: CanvasRenderingContext2D, camera: Camera, seconds: number): void
}

const MAX_EFFECTS = 40

function drawRing(context: CanvasRenderingContext2D, effect: Effect, share: number, scale: number): void {
  context.beginPath()
  context.arc(
    effect.x * scale,
    effect.y * scale,
    effect.radius * (0.25 + 0.75 * share) * scale,
    0,
    2 * Math.PI,
  )
  context.lineWidth = 6 * (1 - share) * scale
  context.strokeStyle = effect.colour
  context.stroke()
}

function drawText(context: CanvasRenderingContext2D, effect: Effect, share: number, scale: number): void {
  context.fillStyle = effect.colour
  context.fillText(effect.text ?? '', effect.x * scale, (effect.y - 26 - 34 * share) * scale)
}

/** Expanding rings and floating text. Reuses its objects. */
export function createEffects(): Effects {
  const effects: Effect[] = []
  const spare: Effect[] = []

  function add(
    x: number,
    y: number,
    colour: string,
    radius: number,
    lifeS: number,
    text: string | null,
  ): void {
    if (effects.length >= MAX_EFFECTS) return
    const effect = spare.pop() ?? { x, y, ageS: 0, lifeS, radius, colour, text }
    effects.push(Object.assign(effect, { x, y, ageS: 0, lifeS, radius, colour, text }))
  }

  function remove(index: number): void {
    const last = effects.pop()
    const gone = effects[index]
    if (gone && last) effects[index] = last
    spare.push(gone ?? (last as Effect))
  }

  return {
    ring: (x, y, colour, radius, lifeS = 0.45) => add(x, y, colour, radius, lifeS, null),
    text: (x, y, colour, text) => add(x, y, colour, 0, 0.8, text),
    draw(context, { scale }, seconds) {
      context.font = `800 ${Math.round(20 * scale)}px "Onest Variable", sans-serif`
      context.textAlign = 'center'
      for (let index = effects.length - 1; index >= 0; index--) {
        const effect = effects[index] as Effect
        effect.ageS += seconds
        const share = Math.min(1, effect.ageS / effect.lifeS)
        context.globalAlpha = 1 - share
        if (effect.text === null) drawRing(context, effect, share, scale)
        else drawText(context, effect, share, scale)
        if (share >= 1) remove(index)
      }
      context.globalAlpha = 1
    },
  }
}
