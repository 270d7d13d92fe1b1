import { loadPicture, rasterise } from '../../kit/view/pictures.ts'
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

export const PICTURES: Record<SpriteName, string> = {
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

/** The colour of the sparks a piece leaves. */
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
  /** Draws every picture once for pieces of that many device pixels; drawing a frame then only copies. */
  rasterise(sizePx: number): void
  get(name: SpriteName): CanvasImageSource
}

export async function loadSprites(): Promise<Sprites> {
  const names = Object.keys(PICTURES) as SpriteName[]
  const images = await Promise.all(names.map((name) => loadPicture(PICTURES[name])))
  const rasters = new Map<SpriteName, HTMLCanvasElement>()
  return {
    rasterise(sizePx) {
      names.forEach((name, nth) => {
        const image = images[nth]
        if (image) rasters.set(name, rasterise(image, sizePx, sizePx, name === 'column' ? Math.PI / 2 : 0))
      })
    },
    get(name) {
      const raster = rasters.get(name)
      if (!raster) throw new Error(`The picture ${name} was drawn before it was rasterised`)
      return raster
    },
  }
}
