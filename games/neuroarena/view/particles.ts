import type { Camera } from './camera.ts'

const MAX_PARTICLES = 320
const DRAG_PER_S = 3.2

export const PARTICLE_COLOURS = ['#8df4ff', '#ff7a8c', '#c99bff', '#ffc65c', '#8dffc4', '#ffffff'] as const
export type ParticleColour = 0 | 1 | 2 | 3 | 4 | 5

export interface Particles {
  burst(x: number, y: number, colour: ParticleColour, count: number, speed: number): void
  draw(context: CanvasRenderingContext2D, camera: Camera, seconds: number): void
}

/** Particles in preallocated arrays; a new one overwrites the oldest. */
export function createParticles(): Particles {
  const [x, y, vx, vy, life, span] = Array.from({ length: 6 }, () => new Float32Array(MAX_PARTICLES)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const colours = new Uint8Array(MAX_PARTICLES)
  let next = 0

  function add(atX: number, atY: number, colour: ParticleColour, speed: number): void {
    const angle = Math.random() * 2 * Math.PI
    const initialSpeed = speed * (0.25 + 0.75 * Math.random())
    x[next] = atX
    y[next] = atY
    vx[next] = Math.cos(angle) * initialSpeed
    vy[next] = Math.sin(angle) * initialSpeed
    life[next] = span[next] = 0.3 + 0.4 * Math.random()
    colours[next] = colour
    next = (next + 1) % MAX_PARTICLES
  }

  function moveParticle(index: number, seconds: number): void {
    const drag = Math.max(0, 1 - DRAG_PER_S * seconds)
    life[index] = (life[index] ?? 0) - seconds
    x[index] = (x[index] ?? 0) + (vx[index] ?? 0) * seconds
    y[index] = (y[index] ?? 0) + (vy[index] ?? 0) * seconds
    vx[index] = (vx[index] ?? 0) * drag
    vy[index] = (vy[index] ?? 0) * drag
  }

  return {
    burst(atX, atY, colour, count, speed) {
      for (let index = 0; index < count; index++) add(atX, atY, colour, speed)
    },
    draw(context, { scale }, seconds) {
      for (let index = 0; index < MAX_PARTICLES; index++) {
        if ((life[index] ?? 0) <= 0) continue
        moveParticle(index, seconds)
        const left = Math.max(0, (life[index] ?? 0) / (span[index] || 1))
        const size = (2 + 4 * left) * scale
        context.globalAlpha = left
        context.fillStyle = PARTICLE_COLOURS[colours[index] ?? 0] ?? '#fff'
        context.fillRect((x[index] ?? 0) * scale - size / 2, (y[index] ?? 0) * scale - size / 2, size, size)
      }
      context.globalAlpha = 1
    },
  }
}
