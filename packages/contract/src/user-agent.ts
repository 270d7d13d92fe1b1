/** Patterns by precedence: nearly all browsers also claim to be Chrome and Safari. `app` is a web view. */
const browsers = [
  ['yandex', /YaBrowser\//],
  ['edge', /Edg(?:e|A|iOS)?\//],
  ['opera', /OPR\/|OPT\/|OPiOS\//],
  ['samsung', /SamsungBrowser\//],
  ['firefox', /Firefox\/|FxiOS\//],
  ['app', /; wv\)|\((?:iPhone|iPad|iPod)(?!.*Safari\/)/],
  ['chrome', /Chrome\/|CriOS\//],
  ['safari', /Version\/.*Safari\//],
] as const

const systems = [
  ['iphone', /iPhone|iPod/],
  ['ipad', /iPad/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['chromeos', /CrOS/],
  ['macos', /Macintosh/],
  ['linux', /Linux|X11/],
] as const

type Browser = (typeof browsers)[number][0]
type System = (typeof systems)[number][0]

export type Device = {
  browser: Browser | null
  system: System | null
  kind: 'phone' | 'tablet' | 'computer' | null
}

/** Parses a user agent; null where it is not recognised. */
export function parseUserAgent(userAgent: string): Device {
  const browser = firstMatch(browsers, userAgent)
  const system = firstMatch(systems, userAgent)
  return { browser, system, kind: toDeviceKind(system, userAgent) }
}

function firstMatch<Name>(known: readonly (readonly [Name, RegExp])[], userAgent: string): Name | null {
  const [name] = known.find(([, pattern]) => pattern.test(userAgent)) ?? []
  return name ?? null
}

function toDeviceKind(system: System | null, userAgent: string): Device['kind'] {
  if (system === null) return null
  if (system === 'iphone') return 'phone'
  if (system === 'ipad') return 'tablet'
  if (system === 'android') return userAgent.includes('Mobile') ? 'phone' : 'tablet'
  return 'computer'
}
