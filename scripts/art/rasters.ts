/** The artwork's raster images: content, size, and the largest allowed file. */

export interface Raster {
  /** Output path below `content/main_images/`. */
  path: string
  width: number
  height: number
  /** HTML filling the viewport; `src` refers to SVG files below `content/main_images/`. */
  html: string
  /** WebP quality, 0 to 100; 80 when left out. */
  quality?: number
}

/** The largest allowed file in kilobytes, by the end of its path. */
export const limits: [ending: string, kilobytes: number][] = [
  ['card.webp', 25],
  ['hero.webp', 45],
  ['share.png', 250],
  ['512.png', 160],
  ['.png', 40],
]

const filled = (path: string) => `<img class="fill" src="${path}">`

const square = (path: string, source: string, size: number, quality?: number): Raster => ({
  path,
  width: size,
  height: size,
  html: filled(source),
  quality,
})

const listRasters = (game: string): Raster[] => [
  { path: `${game}/card.webp`, width: 560, height: 420, html: filled(`${game}/card.svg`), quality: 54 },
  { path: `${game}/hero.webp`, width: 1280, height: 720, html: filled(`${game}/hero.svg`), quality: 66 },
]

const games = ['familytown', 'neuroarena', 'islandm3', 'skyport', 'nightcity']

/** A card in the fan of the hub's share picture; `position` selects the visible part in a tall crop. */
const fanned = (game: string, position: string, index: number) =>
  `<img style="width:236px;height:440px;margin-top:${index * 44}px;object-fit:cover;object-position:${position};border-radius:26px;box-shadow:0 18px 50px #0008" src="${game}/card.svg">`

const fan = [fanned('familytown', '50%', 0), fanned('neuroarena', '13%', 1), fanned('islandm3', '42%', 2)]

const hubShare: Raster = {
  path: 'share.png',
  width: 1200,
  height: 630,
  html: `<div style="position:absolute;inset:0;background:radial-gradient(80% 120% at 75% 55%,#6b3257,#241a42 60%,#120d24)"></div>
    <div style="position:absolute;left:414px;top:44px;display:flex;gap:18px;transform:rotate(-7deg)">${fan.join('')}</div>
    <img style="position:absolute;left:64px;top:158px;width:200px" src="logo.svg">
    <img style="position:absolute;left:62px;top:392px;height:72px" src="wordmark.svg">`,
}

export const rasters: Raster[] = [
  square('favicon-32.png', 'favicon.svg', 32),
  square('apple-touch-icon.png', 'icon-apple.svg', 180),
  // Loaded by every first visit.
  square('icon-192.webp', 'logo.svg', 192, 60),
  square('icon-512.png', 'logo.svg', 512),
  square('icon-maskable-512.png', 'icon-maskable.svg', 512),
  ...games.flatMap(listRasters),
  hubShare,
]
