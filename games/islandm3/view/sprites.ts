import { loadRasters, rasterise } from '../../kit/view/rasters.ts'
import bomb from '../assets/pieces/bomb.svg'
import coconut from '../assets/pieces/coconut.svg'
import flower from '../assets/pieces/flower.svg'
import leaf from '../assets/pieces/leaf.svg'
import line from '../assets/pieces/line.svg'
import pearl from '../assets/pieces/pearl.svg'
import rainbow from '../assets/pieces/rainbow.svg'
import shell from '../assets/pieces/shell.svg'
import starfish from '../assets/pieces/starfish.svg'
import sand from '../assets/sand.svg'
import type { Kind, Special } from '../core/pieces.ts'

export type SpriteName = Kind | Special | 'sand'

export const IMAGE_URLS: Record<SpriteName, string> = {
  shell,
  coconut,
  starfish,
  pearl,
  leaf,
  flower,
  bomb,
  rainbow,
  sand,
  row: line,
  column: line,
}

/** Particle colour per piece. */
export const COLOURS: Record<SpriteName, string> = {
  shell: '#ff7d86',
  coconut: '#c98b5b',
  starfish: '#ffc24a',
  pearl: '#6fc4ff',
  leaf: '#6fdc64',
  flower: '#d77dff',
  bomb: '#ffb066',
  rainbow: '#ffffff',
  sand: '#f0d29a',
  row: '#7ff0ea',
  column: '#7ff0ea',
}

export interface Sprites {
  /** @param sizePx  Piece width in device pixels. */
  rasterise(sizePx: number): void
  get(name: SpriteName): CanvasImageSource
}

export async function loadSprites(): Promise<Sprites> {
  const rasters = await loadRasters(IMAGE_URLS)
  return {
    rasterise: (sizePx) =>
      rasters.redraw((image, name) => rasterise(image, sizePx, sizePx, name === 'column' ? Math.PI / 2 : 0)),
    get: rasters.get,
  }
}
