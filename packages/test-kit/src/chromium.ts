/** Finds the system's Chromium, or installs it: the browser downloads of test tools need a network. */
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Frame } from 'playwright-core'
import { aptInstall } from './apt-install.ts'

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Debian's build of Chromium without windows, which Playwright prefers, too. */
const shell = '/usr/bin/chromium-headless-shell'

/**
 * Playwright's disabled features: Chromium uses only the last `--disable-features`, so ours repeats them. Without
 * `ThirdPartyStoragePartitioning`: players' frames have it, and their storage would be refused otherwise.
 */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Each window loads these as separate pages, which takes half its opening time. */
const addressBarPopups = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']

/** Flags for Chromium as root, without its own network calls. Frames of other sites have storage, as players' have. */
export const quietFlags = toFlags([])

/** The same, but frames of other sites are refused storage, as in browsers with such a block. */
export const flagsWithoutFrameStorage = toFlags(['ThirdPartyStoragePartitioning'])

function toFlags(disabled: string[]): string[] {
  return [
    `--disable-features=${[...disabledByPlaywright, ...addressBarPopups, ...disabled].join(',')}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}

export function findChromium(): string | undefined {
  return candidates.find((path) => path && existsSync(path))
}

/** @throws Error  when there is none and apt cannot install it */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  aptInstall('chromium', 'fonts-liberation')
  const installed = findChromium()
  if (!installed) throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.')
  return installed
}

/** Adds the headless shell to Debian's Chromium where packages may be installed. Older systems lack it. */
export function installShell(): void {
  const isDebian = existsSync('/usr/lib/chromium/chromium')
  if (isDebian && !existsSync(shell) && process.getuid?.() === 0) aptInstall('chromium-headless-shell')
}

/**
 * Starts a browser for tests: the headless shell where there is one, because tests take a fifth less CPU time in it.
 * `CHROMIUM_PATH` chooses a whole Chromium, as `npm run test:long` does.
 */
export async function launchChromium(args: string[] = quietFlags): Promise<Browser> {
  return waitLonger(await chromium.launch(chooseChromium(args)))
}

/** Doubles the limit of Playwright's waits: a busy machine can stand still for half a minute. */
export function waitLonger(browser: Browser): Browser {
  return browser.on('context', (context) => context.setDefaultTimeout(60_000))
}

function chooseChromium(args: string[]) {
  if (process.env.CHROMIUM_PATH || !existsSync(shell)) return { executablePath: ensureChromium(), args }
  // Letters look as in the whole Chromium of a desktop, which the screens' baselines show.
  return { executablePath: shell, args: [...args, '--font-render-hinting=slight'] }
}

/** Reloads a frame and waits for its next document: the state a test waits for may be the last one's, too. */
export async function reloadFrame(frame: Frame): Promise<void> {
  await Promise.all([
    frame.page().waitForEvent('framenavigated', (navigated) => navigated === frame),
    frame.evaluate('void setTimeout(() => location.reload())'),
  ])
}
