/** Takes pictures of a screen at every width, by night and by day. */
import type { Page } from 'playwright-core'
import { untilStill } from '../environment/browser.ts'
import { holdStill } from './freeze.ts'
import type { Language } from '../environment/translator.ts'

export const languages: Language[] = ['ru', 'en']
export const themes = ['dark', 'light'] as const

/** CSS pixels. Taller than most devices: what is further down is seen as well. */
export const windows = [
  { width: 1440, height: 1200 },
  { width: 768, height: 1500 },
  { width: 360, height: 2000 },
]

export type View = (typeof windows)[number] & { theme: (typeof themes)[number] }

export const views: View[] = windows.flatMap((window) => themes.map((theme) => ({ ...window, theme })))

export async function show(page: Page, { theme, ...window }: View): Promise<void> {
  await page.setViewportSize(window)
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(picturesArrive)
  await untilStill(page)
}

/** Runs in the page: another width or theme may have pictures of its own. */
async function picturesArrive(): Promise<void> {
  const nextFrame = () => new Promise(requestAnimationFrame)
  await nextFrame()
  const isInView = (image: HTMLImageElement) =>
    image.checkVisibility() && image.getBoundingClientRect().top < window.innerHeight
  const arriving = [...document.images].filter(isInView)
  // Those that wait for their place to be seen would begin a few frames from now.
  for (const image of arriving) image.loading = 'eager'
  // One that is not there shows its words instead.
  await Promise.all(arriving.map((image) => image.decode().catch(() => undefined)))
}

/**
 * Takes a picture of a page that is shown in a view.
 * @param scale  Pixels of the picture to one of CSS. Chromium draws a small one as such, in a tenth of the time.
 * @returns      A PNG.
 */
export async function takePicture(page: Page, { width, height }: View, scale = 1): Promise<Buffer> {
  const letGo = await holdStill(page, scale < 1)
  const chromium = await page.context().newCDPSession(page)
  const { data } = await chromium.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    clip: { x: 0, y: 0, width, height, scale },
  })
  await Promise.all([chromium.detach(), letGo()])
  return Buffer.from(data, 'base64')
}
