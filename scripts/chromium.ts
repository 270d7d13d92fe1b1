/** Finds the system's Chromium and installs it where it is missing: the browser downloads of test tools need a network. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** What Playwright turns off; Chromium heeds the last list alone, so ours must hold it. */
const offForTests = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Each new window would load these as pages of their own, at half of what it costs in all. */
const popupsOfTheAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']

/** Works as root, and calls no address of its own. */
export const quietFlags = [
  `--disable-features=${[...offForTests, ...popupsOfTheAddressBar].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function findChromium(): string | undefined {
  return places.find((place) => place && existsSync(place))
}

/** @throws Error that says what to install when there is none and apt cannot bring it. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  console.log('Chromium is missing: installing it with apt-get …')
  for (const args of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]) {
    const { status } = spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) break
  }
  const installed = findChromium()
  if (!installed) throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.')
  return installed
}
