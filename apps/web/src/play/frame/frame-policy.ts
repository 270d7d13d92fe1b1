/** What a project may list, and what the frame gets for it. Nothing lets a game navigate the hub away. */
const features = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-write',
  'fullscreen',
  'gamepad',
  'gyroscope',
  'microphone',
  'screen-wake-lock',
  'web-share',
  'xr-spatial-tracking',
]
const freedoms: Record<string, string> = {
  downloads: 'allow-downloads',
  modals: 'allow-modals',
  'orientation-lock': 'allow-orientation-lock',
  popups: 'allow-popups allow-popups-to-escape-sandbox',
}
const ALWAYS = 'allow-scripts allow-forms allow-pointer-lock'
const DEFAULT_PERMISSIONS: readonly string[] = ['fullscreen', 'autoplay']

/** The `allow` and `sandbox` of a game's frame; names that are not permissions are left out. */
export function framePolicy(
  address: string,
  hubOrigin: string,
  permissions: readonly string[] = DEFAULT_PERMISSIONS,
): { allow: string; sandbox: string } {
  const allow = features.filter((feature) => permissions.includes(feature)).join('; ')
  const granted = permissions.flatMap((name) => (Object.hasOwn(freedoms, name) ? [freedoms[name]] : []))
  // With our own origin and scripts a frame could take its sandbox off; such a game lives without storage.
  const ownOrigin = new URL(address, hubOrigin).origin === hubOrigin ? [] : ['allow-same-origin']
  return { allow, sandbox: [ALWAYS, ...ownOrigin, ...granted].join(' ') }
}

/** The game's address with the language passed in. */
export function frameAddress(address: string, hubOrigin: string, language: string): string {
  const url = new URL(address, hubOrigin)
  url.searchParams.set('lng', language)
  return url.href
}
