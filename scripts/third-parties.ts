import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { ensureChromium, quietFlags } from './chromium.ts'

/** Chromium's own setting of what a frame of another site may keep. Without any it is blocked. */
const cookieControls = { allowed: 0, blocked: 1 } as const
/** Whether frames of another site have cookies and storage. */
export type ThirdParties = keyof typeof cookieControls

/** A browser whose settings treat frames of another site so. */
export async function openBrowserWithThirdParties(are: ThirdParties): Promise<Browser> {
  const profileDir = mkdtempSync(join(tmpdir(), 'playhub-profile-'))
  process.once('exit', () => rmSync(profileDir, { recursive: true, force: true, maxRetries: 3 }))
  mkdirSync(join(profileDir, 'Default'))
  const preferences = { profile: { cookie_controls_mode: cookieControls[are] } }
  writeFileSync(join(profileDir, 'Default/Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: ensureChromium(),
    headless: true,
    args: quietFlags,
  })
  const browser = context.browser()
  if (!browser) throw new Error('A browser with a profile has no contexts of its own')
  return browser
}
