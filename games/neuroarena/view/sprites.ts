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

export const PICTURES: Record<SpriteName, string> = {
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

/** Width of each picture in arena units, its glow included. */
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
  /** Draws every picture once at that many device pixels per unit; a frame then only copies. */
  rasterise(scale: number): void
  get(name: SpriteName): HTMLCanvasElement
  /** The same shape in white: what was hit lights up for a moment. */
  whiteOf(name: SpriteName): HTMLCanvasElement
}

async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

function rasteriseOne(image: HTMLImageElement, sizePx: number, isWhite: boolean): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sizePx
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, sizePx, sizePx)
  if (!isWhite) return canvas
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, sizePx, sizePx)
  return canvas
}

export async function loadSprites(): Promise<Sprites> {
  const names = Object.keys(PICTURES) as SpriteName[]
  const images = await Promise.all(names.map((name) => loadPicture(PICTURES[name])))
  const coloured = new Map<SpriteName, HTMLCanvasElement>()
  const white = new Map<SpriteName, HTMLCanvasElement>()
  const from = (rasters: typeof coloured) => (name: SpriteName) => {
    const raster = rasters.get(name)
    if (!raster) throw new Error(`The picture ${name} was drawn before it was rasterised`)
    return raster
  }
  return {
    rasterise(scale) {
      names.forEach((name, nth) => {
        const image = images[nth]
        if (!image) return
        const sizePx = Math.ceil(WIDTHS[name] * scale)
        coloured.set(name, rasteriseOne(image, sizePx, false))
        white.set(name, rasteriseOne(image, sizePx, true))
      })
    },
    get: from(coloured),
    whiteOf: from(white),
  }
}
