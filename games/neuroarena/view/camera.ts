import { ARENA_RADIUS, STEP_S } from '../core/arena.ts'
import type { Body } from '../core/bodies.ts'

/** The arena's visible part. Sizes are in device pixels; `scale` is device pixels per arena unit. */
export interface Camera {
  width: number
  height: number
  scale: number
  x: number
  y: number
}

/** Visible width around the platform, in arena units. */
export const MARGIN = 80
/** Limits the canvas size, because more pixels cost frame rate. */
const MAX_PIXELS = 2_400_000
const MIN_VISIBLE_UNITS = 700
const SCALES = { min: 0.6, max: 1.5 }

/** @returns device pixels per CSS pixel, lowered on very large screens. */
export function densityFor(widthPx: number, heightPx: number, wished: number): number {
  const affordable = Math.sqrt(MAX_PIXELS / Math.max(1, widthPx * heightPx))
  return Math.min(wished, 2, Math.max(1, affordable))
}

export const createCamera = (): Camera => ({ width: 1, height: 1, scale: 1, x: 0, y: 0 })

export function resizeCamera(camera: Camera, widthPx: number, heightPx: number, density: number): void {
  const fitting = Math.min(widthPx, heightPx) / MIN_VISIBLE_UNITS
  camera.width = Math.round(widthPx * density)
  camera.height = Math.round(heightPx * density)
  camera.scale = Math.min(SCALES.max, Math.max(SCALES.min, fitting)) * density
}

/** Follows the drone smoothly and stays inside the arena as far as possible. */
export function followDrone(camera: Camera, { x, y }: Body, seconds: number): void {
  const share = Math.min(1, seconds / (STEP_S * 9))
  camera.x = follow(camera.x, x, camera.width / camera.scale, share)
  camera.y = follow(camera.y, y, camera.height / camera.scale, share)
}

function follow(now: number, wished: number, visible: number, share: number): number {
  const limit = Math.max(0, ARENA_RADIUS + MARGIN - visible / 2)
  const target = Math.min(limit, Math.max(-limit, wished))
  return now + (target - now) * share
}
