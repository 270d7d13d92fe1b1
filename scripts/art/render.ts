/**
 * Renders the artwork's raster images from the SVG files. After changing an SVG, run `node scripts/art/render.ts
 * [part of a file name]` and commit the output.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { toPalettePng } from '@playhub/server/share-image'
import { ensureChromium } from '@playhub/test-kit/chromium'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import sharp from 'sharp'
import { limits, type Raster, rasters } from './rasters.ts'

const art = new URL('../../content/main_images/', import.meta.url)

/** Inlines the images of `src="…"`, so the page needs neither a server nor file access. */
function inlineImages(html: string): string {
  return html.replace(/src="([^"]+)"/g, (_, path: string) => {
    const base64 = readFileSync(new URL(path, art)).toString('base64')
    return `src="data:image/svg+xml;base64,${base64}"`
  })
}

async function capture(devtools: CDPSession, { path, quality }: Raster): Promise<Buffer> {
  const format = path.endsWith('.png') ? 'png' : 'webp'
  const { data } = await devtools.send('Page.captureScreenshot', {
    format,
    ...(format === 'webp' && { quality: quality ?? 80 }),
    optimizeForSpeed: false,
  })
  return Buffer.from(data, 'base64')
}

async function render(browser: Browser, raster: Raster): Promise<void> {
  const { path, width, height } = raster
  const page = await browser.newPage({ viewport: { width, height } })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } })
  await page.setContent(
    `<style>body{margin:0;overflow:hidden}img{display:block}.fill{width:100vw;height:100vh;object-fit:cover}</style>${inlineImages(raster.html)}`,
  )
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  const picture = await capture(devtools, raster)
  writeFileSync(new URL(path, art), path.endsWith('share.png') ? await toPalettePng(sharp(picture)) : picture)
  await page.close()
  report(path)
}

function report(path: string): void {
  const kilobytes = statSync(new URL(path, art)).size / 1024
  const limit = limits.find(([ending]) => path.endsWith(ending))?.[1] ?? Number.POSITIVE_INFINITY
  console.log(`${kilobytes > limit ? 'too heavy' : 'ok'}\t${kilobytes.toFixed(1)} KB\t${path}`)
}

const chosen = rasters.filter(({ path }) => path.includes(process.argv[2] ?? ''))
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
try {
  for (const raster of chosen) await render(browser, raster)
} finally {
  await browser.close()
}
