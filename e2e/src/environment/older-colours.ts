import type { BrowserContext } from 'playwright-core'

/** Functions unknown to a browser, as they stand in a style sheet. */
const unknown = {
  'Firefox 115': [/light-dark\(/g, /(?<=\()(?=from (?:red|var))/g],
  'Chrome 109': [/light-dark\(/g, /(?<=\()(?=from (?:red|var))/g, /color-mix\(/g, /oklch\(/g, /oklab\(/g],
}
export type OlderBrowser = keyof typeof unknown
export const olderBrowsers = Object.keys(unknown) as OlderBrowser[]

/** Reduces the pages' styles to those of the older browser: unknown functions get invalid names. */
export async function useOlderColours(context: BrowserContext, browser: OlderBrowser): Promise<void> {
  const rename = (text: string) =>
    unknown[browser].reduce((changed, name) => changed.replace(name, (found) => `unknown-${found}`), text)
  await context.route(/\.css$|\/(?!api|assets)[^.]*$/, async (route) => {
    const response = await route.fetch()
    const type = response.headers()['content-type'] ?? ''
    if (!/css|html/.test(type)) return route.fulfill({ response })
    const { 'content-security-policy': _policy, ...headers } = response.headers()
    await route.fulfill({ response, headers, body: rename(await response.text()) })
  })
}
