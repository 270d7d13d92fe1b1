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
 */
export function framePolicy(
  address: string,
  hubOrigin: string,
  listed: readonly string[] = defaultFramePermissions,
  isHosted = false,
): { allow: string; sandbox: string } {
  const permissions = isHosted ? [...listed, ...hostedFramePermissions] : listed
  const allow = frameFeatures.filter((feature) => permissions.includes(feature)).join('; ')
  const granted = Object.entries(sandboxFlags).flatMap(([name, flags]) =>
    permissions.includes(name) ? [flags] : [],
  )
  // A same-origin frame with scripts could remove its own sandbox, so such a game gets an opaque origin, without storage.
  const ownOrigin = new URL(address, hubOrigin).origin === hubOrigin ? [] : ['allow-same-origin']
  return { allow, sandbox: [BASE_FLAGS, ...ownOrigin, ...granted].join(' ') }
}

/** The game's address, with the language as `lng`. */
export function frameAddress(address: string, hubOrigin: string, language: string): string {
  const url = new URL(address, hubOrigin)
  url.searchParams.set('lng', language)
  return url.href
}
