import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { ensureChromium, flagsWithoutFrameStorage, waitLonger } from './chromium.ts'

/** Chromium's third-party cookie preference values. */
const cookieControls = { allowed: 0, blocked: 1 } as const
/** Access to cookies and storage in cross-site frames. */
export type ThirdParties = keyof typeof cookieControls

export async function openBrowserWithThirdParties(thirdParties: ThirdParties): Promise<Browser> {
  const profileDir = mkdtempSync(join(tmpdir(), 'playhub-profile-'))
  process.once('exit', () => rmSync(profileDir, { recursive: true, force: true, maxRetries: 3 }))
  mkdirSync(join(profileDir, 'Default'))
  const preferences = { profile: { cookie_controls_mode: cookieControls[thirdParties] } }
  writeFileSync(join(profileDir, 'Default/Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: ensureChromium(),
    headless: true,
    // Blocked means refused, not partitioned.
    args: flagsWithoutFrameStorage,
  })
  const browser = context.browser()
  if (!browser) throw new Error('Chromium has not started with the profile')
  return waitLonger(browser)
}
