/**
 * Plain http on a host name other than localhost, like on a LAN: browsers have no `crypto.subtle` and no `randomUUID`
 * there.
 */

import { launchChromium, quietFlags } from '@playhub/test-kit/chromium'
import { expect } from 'vitest'
import { journey } from '../../environment/journey.ts'
import { testedLanguages, translator } from '../../environment/translator.ts'

const host = 'hub.lan.example'
const test = journey({
  openBrowser: () => launchChromium([...quietFlags, `--host-resolver-rules=MAP ${host} 127.0.0.1`]),
})

test.for(testedLanguages('ru'))(
  'in %s the page says why the robot check cannot run',
  async (language, { environment, openTab }) => {
    const url = new URL('/session/registration', environment.hubUrl)
    url.hostname = host
    const tab = await openTab({ language })
    tab.allowConsoleErrors(/Cross-Origin-Opener-Policy|Origin-Agent-Cluster/)
    const { page } = tab
    await page.goto(url.href)
    await page.getByText(translator(language)('accounts:captcha.insecure')).waitFor()
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    expect(await page.locator('altcha-widget').count()).toBe(0)
  },
)
