import {
  defaultFramePermissions,
  frameFeatures,
  type frameSandboxPermissions,
  hostedFramePermissions,
} from '@playhub/contract'

const sandboxFlags: Record<(typeof frameSandboxPermissions)[number], string> = {
  downloads: 'allow-downloads',
  modals: 'allow-modals',
  'orientation-lock': 'allow-orientation-lock',
  popups: 'allow-popups allow-popups-to-escape-sandbox',
}
const BASE_FLAGS = 'allow-scripts allow-forms allow-pointer-lock'

/**
 * The `allow` and `sandbox` attributes for a game's frame. Unknown permissions are ignored.
 * @param isHosted  The hub serves the game itself.
 * @param isOpaque  All hosted games share the address's origin.
 */
export function framePolicy(
  url: string,
  hubOrigin: string,
  listed: readonly string[] = defaultFramePermissions,
  { isHosted = false, isOpaque = false }: { isHosted?: boolean; isOpaque?: boolean } = {},
): { allow: string; sandbox: string } {
  const permissions = isHosted ? [...listed, ...hostedFramePermissions] : listed
  const allow = frameFeatures.filter((feature) => permissions.includes(feature)).join('; ')
  const granted = Object.entries(sandboxFlags).flatMap(([name, flags]) =>
    permissions.includes(name) ? [flags] : [],
  )
  // A frame at the hub's origin could remove its own sandbox, and one at a shared origin could read other games' data:
  // both get an opaque origin, without storage.
  const hasOrigin = !isOpaque && new URL(url, hubOrigin).origin !== hubOrigin
  return { allow, sandbox: [BASE_FLAGS, ...(hasOrigin ? ['allow-same-origin'] : []), ...granted].join(' ') }
}

/** The game's address, with the language as `lng`. */
export function frameUrl(href: string, hubOrigin: string, language: string): string {
  const url = new URL(href, hubOrigin)
  url.searchParams.set('lng', language)
  return url.href
}
