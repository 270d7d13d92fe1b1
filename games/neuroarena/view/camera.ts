import { ARENA_RADIUS, STEP_S } from '../core/arena.ts'
import type { Body } from '../core/bodies.ts'

/** What of the arena is on the screen. Sizes are in device pixels; `scale` is device pixels per unit. */
export interface Camera {
  width: number
  height: number
  scale: number
  x: number
  y: number
}

/** What lies around the platform and may still be seen. */
export const MARGIN = 80
/** More pixels than this would cost frames and add nothing the eye can see in motion. */
const MOST_PIXELS = 2_400_000
const SMALLEST_SIDE_UNITS = 700
const SCALES = { least: 0.6, most: 1.5 }

/** @returns device pixels per CSS pixel, lowered on very large screens. */
export function densityFor(widthPx: number, heightPx: number, wished: number): number {
  const affordable = Math.sqrt(MOST_PIXELS / Math.max(1, widthPx * heightPx))
  return Math.min(wished, 2, Math.max(1, affordable))
}

export const createCamera = (): Camera => ({ width: 1, height: 1, scale: 1, x: 0, y: 0 })

export function resizeCamera(camera: Camera, widthPx: number, heightPx: number, density: number): void {
  const fitting = Math.min(widthPx, heightPx) / SMALLEST_SIDE_UNITS
  camera.width = Math.round(widthPx * density)
  camera.height = Math.round(heightPx * density)
  camera.scale = Math.min(SCALES.most, Math.max(SCALES.least, fitting)) * density
}

function follow(now: number, wished: number, visible: number, share: number): number {
  const limit = Math.max(0, ARENA_RADIUS + MARGIN - visible / 2)
  const target = Math.min(limit, Math.max(-limit, wished))
  return now + (target - now) * share
}

/** Comes after the drone softly, and shows as little as it can of what is outside. */
export function followDrone(camera: Camera, { x, y }: Body, seconds: number): void {
  const share = Math.min(1, seconds / (STEP_S * 9))
  camera.x = follow(camera.x, x, camera.width / camera.scale, share)
  camera.y = follow(camera.y, y, camera.height / camera.scale, share)
}
