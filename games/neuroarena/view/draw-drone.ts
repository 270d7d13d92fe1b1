import type { Drone } from '../core/bodies.ts'
import type { Camera } from './camera.ts'
import { drawDroneEyes } from './draw-eyes.ts'
import { type SpriteName, type Sprites, WIDTHS } from './sprites.ts'

type Context = CanvasRenderingContext2D

export interface DroneLook {
  readonly sprites: Sprites
  readonly skin: SpriteName
  readonly prefersReducedMotion: boolean
}

export function copy(context: Context, sprite: HTMLCanvasElement, x: number, y: number, size: number): void {
  context.drawImage(sprite, x - size / 2, y - size / 2, size, size)
}

/** A light ring under a hovering body. */
export function drawHover(context: Context, x: number, y: number, radius: number, colour: string): void {
  context.beginPath()
  context.ellipse(x, y + radius * 1.12, radius * 0.85, radius * 0.3, 0, 0, 2 * Math.PI)
  context.fillStyle = 'rgb(6 4 24 / 0.5)'
  context.fill()
  context.lineWidth = Math.max(1, radius * 0.07)
  context.strokeStyle = colour
  context.stroke()
}

export function drawDrone(context: Context, { scale }: Camera, drone: Drone, look: DroneLook): void {
  const { sprites, skin, prefersReducedMotion } = look
  const isBlinking = drone.safeFor > 0 && drone.shieldFor <= 0
  const blink = prefersReducedMotion ? 0.6 : 0.45 + 0.55 * Math.abs(Math.cos(drone.safeFor * 14))
  const [x, y] = [drone.x * scale, drone.y * scale]
  drawHover(context, x, y, drone.radius * scale, '#38e1ff')
  drawBoost(context, drone, scale, drone.rapidFor / 7, 56, '#38d0ff')
  drawBoost(context, drone, scale, drone.tripleFor / 7, 62, '#ffc65c')
  context.globalAlpha = isBlinking ? blink : 1
  if (Math.sin(drone.aim) < 0) drawBlaster(context, sprites, drone, scale)
  copy(context, sprites.get(skin), x, y, WIDTHS.drone * scale)
  drawDroneEyes(context, x, y, drone.radius * scale, drone.aim)
  if (Math.sin(drone.aim) >= 0) drawBlaster(context, sprites, drone, scale)
  context.globalAlpha = 1
  if (drone.shieldFor > 0) drawShield(context, drone, scale, prefersReducedMotion)
}

/** A boost's remaining time, as an arc. @param left  0 to 1. */
function drawBoost(
  context: Context,
  drone: Drone,
  scale: number,
  left: number,
  radius: number,
  colour: string,
): void {
  if (left <= 0) return
  context.beginPath()
  context.arc(
    drone.x * scale,
    drone.y * scale,
    radius * scale,
    -Math.PI / 2,
    -Math.PI / 2 + 2 * Math.PI * left,
  )
  context.lineWidth = 3 * scale
  context.strokeStyle = colour
  context.stroke()
}

function drawBlaster(context: Context, sprites: Sprites, drone: Drone, scale: number): void {
  const size = WIDTHS.blaster * scale
  context.save()
  context.translate(
    (drone.x + Math.cos(drone.aim) * 40) * scale,
    (drone.y + Math.sin(drone.aim) * 40) * scale,
  )
  context.rotate(drone.aim)
  copy(context, sprites.get('blaster'), 0, 0, size)
  context.restore()
}

function drawShield(context: Context, drone: Drone, scale: number, prefersReducedMotion: boolean): void {
  const isEnding = drone.shieldFor < 1.5
  const pulse =
    isEnding && !prefersReducedMotion
      ? 0.35 + 0.65 * Math.abs(Math.sin(drone.shieldFor * 9))
      : isEnding
        ? 0.5
        : 1
  const [x, y, radius] = [drone.x * scale, drone.y * scale, 52 * scale]
  context.globalAlpha = pulse
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = 'rgb(56 225 255 / 0.16)'
  context.fill()
  context.lineWidth = 3.5 * scale
  context.strokeStyle = '#9ff3ff'
  context.stroke()
  context.beginPath()
  context.arc(x, y, radius * 0.86, -2.6, -1.7)
  context.lineWidth = 5 * scale
  context.strokeStyle = 'rgb(255 255 255 / 0.75)'
  context.stroke()
  context.globalAlpha = 1
}
