import type { Camera } from './camera.ts'

const MOST = 320
const DRAG_PER_S = 3.2

export const SPARK_COLOURS = ['#8df4ff', '#ff7a8c', '#c99bff', '#ffc65c', '#8dffc4', '#ffffff'] as const
export type SparkColour = 0 | 1 | 2 | 3 | 4 | 5

export interface Sparks {
  burst(x: number, y: number, colour: SparkColour, count: number, speed: number): void
  draw(context: CanvasRenderingContext2D, camera: Camera, seconds: number): void
}

/** Sparks live in number arrays that are made once; the oldest gives its place to a new one. */
export function createSparks(): Sparks {
  const [x, y, vx, vy, life, span] = Array.from({ length: 6 }, () => new Float32Array(MOST)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const colours = new Uint8Array(MOST)
  let next = 0

  function light(atX: number, atY: number, colour: SparkColour, speed: number): void {
    const angle = Math.random() * 2 * Math.PI
    const quick = speed * (0.25 + 0.75 * Math.random())
    x[next] = atX
    y[next] = atY
    vx[next] = Math.cos(angle) * quick
    vy[next] = Math.sin(angle) * quick
    life[next] = span[next] = 0.3 + 0.4 * Math.random()
    colours[next] = colour
    next = (next + 1) % MOST
  }

  function moveOne(nth: number, seconds: number): void {
    const slower = Math.max(0, 1 - DRAG_PER_S * seconds)
    life[nth] = (life[nth] ?? 0) - seconds
    x[nth] = (x[nth] ?? 0) + (vx[nth] ?? 0) * seconds
    y[nth] = (y[nth] ?? 0) + (vy[nth] ?? 0) * seconds
    vx[nth] = (vx[nth] ?? 0) * slower
    vy[nth] = (vy[nth] ?? 0) * slower
  }

  return {
    burst(atX, atY, colour, count, speed) {
      for (let nth = 0; nth < count; nth++) light(atX, atY, colour, speed)
    },
    draw(context, { scale }, seconds) {
      for (let nth = 0; nth < MOST; nth++) {
        if ((life[nth] ?? 0) <= 0) continue
        moveOne(nth, seconds)
        const left = Math.max(0, (life[nth] ?? 0) / (span[nth] || 1))
        const size = (2 + 4 * left) * scale
        context.globalAlpha = left
        context.fillStyle = SPARK_COLOURS[colours[nth] ?? 0] ?? '#fff'
        context.fillRect((x[nth] ?? 0) * scale - size / 2, (y[nth] ?? 0) * scale - size / 2, size, size)
      }
      context.globalAlpha = 1
    },
  }
}
