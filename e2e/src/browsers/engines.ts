/** Finds Debian's browser packages, or installs them. */
import { existsSync } from 'node:fs'
import { aptInstall } from '@playhub/test-kit/apt-install'
import { ensureChromium, quietFlags } from '@playhub/test-kit/chromium'
import type { TestBrowser } from './driver.ts'
import { launchWithPuppeteer } from './puppeteer-browser.ts'
import { launchWebKit } from './webkit-browser.ts'

export type Engine = {
  name: 'Chromium' | 'Firefox' | 'WebKit'
  /** Why it cannot run here; empty when it can. */
  missing: string
  launch(): Promise<TestBrowser>
}

export const chromium: Engine = {
  name: 'Chromium',
  missing: '',
  launch: () =>
    launchWithPuppeteer({ browser: 'chrome', executablePath: ensureChromium(), args: quietFlags }),
}

export function findEngines(): Engine[] {
  return [
    chromium,
    {
      name: 'Firefox',
      missing: ensureFiles([firefoxPath], 'firefox-esr'),
      launch: () => launchWithPuppeteer({ browser: 'firefox', executablePath: firefoxPath }),
    },
    {
      name: 'WebKit',
      missing: ensureFiles([webKitDriverPath, xvfbPath], 'webkit2gtk-driver', 'xvfb'),
      launch: () => launchWebKit(webKitDriverPath),
    },
  ]
}

const firefoxPath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'
const webKitDriverPath = '/usr/bin/WebKitWebDriver'
const xvfbPath = '/usr/bin/Xvfb'

/** @returns  why the files are missing; empty when they exist */
function ensureFiles(paths: string[], ...packages: string[]): string {
  const isComplete = () => paths.every((path) => existsSync(path))
  if (isComplete()) return ''
  const failure = aptInstall(...packages)
  return isComplete()
    ? ''
    : `${packages.join(' and ')} cannot be installed: ${failure ?? 'files are missing'}`
}
