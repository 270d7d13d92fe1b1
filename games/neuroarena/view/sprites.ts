import { loadRasters, rasterise } from '../../kit/view/rasters.ts'
import blaster from '../assets/blaster.svg'
import drone from '../assets/drone.svg'
import aurora from '../assets/drone-aurora.svg'
import boss from '../assets/foes/boss.svg'
import chaser from '../assets/foes/chaser.svg'
import shard from '../assets/foes/shard.svg'
import shooter from '../assets/foes/shooter.svg'
import splitter from '../assets/foes/splitter.svg'
import rapid from '../assets/pickups/rapid.svg'
import repair from '../assets/pickups/repair.svg'
import triple from '../assets/pickups/triple.svg'
import type { FoeKind, PickupKind } from '../core/bodies.ts'

export type SpriteName = FoeKind | PickupKind | 'drone' | 'aurora' | 'blaster'

export const IMAGE_URLS: Record<SpriteName, string> = {
  drone,
  aurora,
  blaster,
  chaser,
  shooter,
  splitter,
  shard,
  boss,
  repair,
  rapid,
  triple,
}

/** Image widths in arena units, including their glow. */
export const WIDTHS: Record<SpriteName, number> = {
  drone: 84,
  aurora: 84,
  blaster: 30,
  chaser: 68,
  shooter: 70,
  splitter: 92,
  shard: 46,
  boss: 226,
  repair: 68,
  rapid: 68,
  triple: 68,
}

export interface Sprites {
  /** @param scale  Device pixels per arena unit. */
  rasterise(scale: number): void
  get(name: SpriteName): HTMLCanvasElement
  /** The same shape in white, for the flash after a hit. */
  getWhite(name: SpriteName): HTMLCanvasElement
}

export async function loadSprites(): Promise<Sprites> {
  const rasters = await loadRasters(IMAGE_URLS)
  const white = new Map<SpriteName, HTMLCanvasElement>()
  return {
    rasterise(scale) {
      rasters.redraw((image, name) => {
        const raster = rasterise(image, Math.ceil(WIDTHS[name] * scale))
        white.set(name, toWhite(raster))
        return raster
      })
    },
    get: rasters.get,
    getWhite: (name) => white.get(name) ?? rasters.get(name),
  }
}

function toWhite(raster: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = rasterise(raster, raster.width)
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.resetTransform()
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}
