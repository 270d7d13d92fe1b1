import { loadRasters, rasterise } from '../../kit/view/rasters.ts'
import castle from '../assets/buildings/castle.svg'
import cottage from '../assets/buildings/cottage.svg'
import house from '../assets/buildings/house.svg'
import hut from '../assets/buildings/hut.svg'
import logs from '../assets/buildings/logs.svg'
import tower from '../assets/buildings/tower.svg'
import villa from '../assets/buildings/villa.svg'
import type { Level } from '../core/buildings.ts'

export const IMAGE_URLS: Record<Level, string> = {
  1: logs,
  2: hut,
  3: cottage,
  4: house,
  5: villa,
  6: tower,
  7: castle,
}

/** Particle colour per building. */
export const COLOURS: Record<Level, string> = {
  1: '#e0a46e',
  2: '#ffcf8a',
  3: '#ffd66e',
  4: '#ff9a68',
  5: '#b79aff',
  6: '#7fe0c0',
  7: '#fff2b0',
}

/** Image size in plot widths, and the plot middle's position in it, from 0 to 1. */
export const SPRITE = { width: 1.24, height: 1.86, middleX: 0.5, middleY: 290 / 360 } as const

export interface Sprites {
  /** @param plotPx  Plot width in device pixels. */
  rasterise(plotPx: number): void
  get(level: Level): HTMLCanvasElement
}

export async function loadSprites(): Promise<Sprites> {
  const rasters = await loadRasters(IMAGE_URLS)
  return {
    rasterise(plotPx) {
      const [width, height] = [Math.ceil(plotPx * SPRITE.width), Math.ceil(plotPx * SPRITE.height)]
      rasters.redraw((image) => rasterise(image, width, height))
    },
    get: rasters.get,
  }
}
