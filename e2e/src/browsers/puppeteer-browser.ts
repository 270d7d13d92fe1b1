import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer-core'
import { type Document, type Found, FrameGone, type Session, type TestBrowser } from './driver.ts'

type LaunchOptions = Parameters<typeof puppeteer.launch>[0]

/** Chromium over its DevTools protocol, or Firefox over WebDriver BiDi. */
export async function launchWithPuppeteer(options: LaunchOptions): Promise<TestBrowser> {
  const browser = await puppeteer.launch({
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
    ...options,
  })
  return { newSession: () => openSession(browser), close: () => browser.close() }
}

async function openSession(browser: Browser): Promise<Session> {
  const context = await browser.createBrowserContext()
  const errors: string[] = []
  const record = (page: Page) => {
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
  }
  context.on('targetcreated', async (target) => {
    const page = await target.page()
    if (page) record(page)
  })
  await context.newPage()
  return {
    pages: async () => (await context.pages()).map((page) => createDocument(page, [])),
    errors,
    close: () => context.close(),
  }
}

type AnyScript = (...args: unknown[]) => unknown

function createDocument(page: Page, path: string[]): Document {
  async function frame(): Promise<Frame> {
    let current = page.mainFrame()
    for (const css of path) {
      const element = await current.$(css)
      const next = await element?.contentFrame()
      if (!next) throw new FrameGone(css)
      current = next
    }
    return current
  }
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: async (script, ...args) => (await frame()).evaluate(script as AnyScript, ...args) as never,
    async find(script, ...args) {
      const found = await (await frame()).evaluateHandle(script as AnyScript, ...args)
      return found.asElement() as Found | null
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    frame: (css) => createDocument(page, [...path, css]),
  }
}
