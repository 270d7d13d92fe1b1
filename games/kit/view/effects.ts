/** A short-lived drawing, dependent only on its age. Sizes are in cells. */
interface Effect {
  readonly lifeMs: number
  readonly delayMs: number
  draw(context: CanvasRenderingContext2D, progress: number): void
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Effects {
  sparks(at: Point, colour: string, count: number, delayMs?: number): void
  beam(from: Point, to: Point, delayMs: number): void
  ring(at: Point, radius: number, delayMs: number): void
  ray(from: Point, to: Point, delayMs: number): void
  text(at: Point, text: string, size: number): void
  /** Draws every active effect. @returns whether any is left. */
  draw(context: CanvasRenderingContext2D, elapsedMs: number): boolean
}

const MAX_EFFECTS = 400

export function createEffects(): Effects {
  let active: (Effect & { ageMs: number })[] = []
  const add = (effect: Effect) => {
    if (active.length < MAX_EFFECTS) active.push({ ...effect, ageMs: 0 })
  }

  return {
    sparks(at, colour, count, delayMs = 0) {
      for (let left = count; left > 0; left--) add(spark(at, colour, delayMs))
    },
    beam: (from, to, delayMs) => add(beam(from, to, delayMs)),
    ring: (at, radius, delayMs) => add(ring(at, radius, delayMs)),
    ray: (from, to, delayMs) => add(ray(from, to, delayMs)),
    text: (at, text, size) => add(floatingText(at, text, size)),
    draw(context, elapsedMs) {
      for (const effect of active) {
        effect.ageMs += elapsedMs
        const progress = (effect.ageMs - effect.delayMs) / effect.lifeMs
        if (progress < 0 || progress >= 1) continue
        context.save()
        effect.draw(context, progress)
        context.restore()
      }
      active = active.filter((effect) => effect.ageMs < effect.delayMs + effect.lifeMs)
      return active.length > 0
    },
  }
}

function spark(at: Point, colour: string, delayMs: number): Effect {
  const angle = Math.random() * Math.PI * 2
  const speed = 0.5 + Math.random() * 1.3
  const radius = 0.06 + Math.random() * 0.09
  return {
    lifeMs: 380 + Math.random() * 320,
    delayMs,
    draw(context, t) {
      const x = at.x + Math.cos(angle) * speed * t
      const y = at.y + Math.sin(angle) * speed * t + 1.1 * t * t
      context.globalAlpha = 1 - t
      context.fillStyle = colour
      context.beginPath()
      context.arc(x, y, radius * (1 - t * 0.6), 0, Math.PI * 2)
      context.fill()
    },
  }
}

function beam(from: Point, to: Point, delayMs: number): Effect {
  return {
    lifeMs: 380,
    delayMs,
    draw(context, t) {
      context.globalAlpha = 0.8 * (1 - t)
      stroke(context, from, to, 0.7 * (1 - t), 'rgb(47 214 208 / 0.4)')
      stroke(context, from, to, 0.24 * (1 - t), '#fff3c9')
    },
  }
}

function stroke(
  context: CanvasRenderingContext2D,
  from: Point,
  to: Point,
  width: number,
  colour: string,
): void {
  context.strokeStyle = colour
  context.lineWidth = width
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

function ring(at: Point, radius: number, delayMs: number): Effect {
  return {
    lifeMs: 460,
    delayMs,
    draw(context, t) {
      const reach = radius * (1 - (1 - t) ** 3)
      const glow = context.createRadialGradient(at.x, at.y, 0, at.x, at.y, Math.max(reach, 0.01))
      glow.addColorStop(0, 'rgb(255 236 170 / 0.9)')
      glow.addColorStop(0.6, 'rgb(255 150 70 / 0.55)')
      glow.addColorStop(1, 'rgb(255 90 60 / 0)')
      context.globalAlpha = 1 - t
      context.fillStyle = glow
      context.beginPath()
      context.arc(at.x, at.y, reach, 0, Math.PI * 2)
      context.fill()
    },
  }
}

function ray(from: Point, to: Point, delayMs: number): Effect {
  return {
    lifeMs: 340,
    delayMs,
    draw(context, t) {
      context.globalCompositeOperation = 'lighter'
      context.globalAlpha = 1 - t
      stroke(context, from, to, 0.1 * (1 - t) + 0.02, '#ffe7ff')
    },
  }
}

function floatingText(at: Point, text: string, size: number): Effect {
  return {
    lifeMs: 900,
    delayMs: 60,
    draw(context, t) {
      const grown = size * Math.min(1, 0.5 + t * 4)
      context.globalAlpha = t < 0.6 ? 1 : 1 - (t - 0.6) / 0.4
      context.font = `800 ${grown}px "Onest Variable", system-ui, sans-serif`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.lineJoin = 'round'
      context.lineWidth = grown * 0.24
      context.strokeStyle = '#3b1247'
      context.strokeText(text, at.x, at.y - t * 0.7)
      context.fillStyle = '#ffeaa8'
      context.fillText(text, at.x, at.y - t * 0.7)
    },
  }
}
