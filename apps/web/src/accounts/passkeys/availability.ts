import { clientConfig } from '../../lib/context/client-config.ts'
import { isInForeignFrame } from '../../lib/embedding/embedding.ts'

/**
 * Whether passkeys work on this page. They belong to the host of the hub's public origin and its subdomains; browsers
 * refuse them elsewhere, and in frames of other origins.
 */
export function arePasskeysOffered(): boolean {
  if (!globalThis.PublicKeyCredential || !window.isSecureContext || isInForeignFrame()) return false
  return isWithin(window.location.hostname, URL.parse(clientConfig().origin)?.hostname)
}

/** An IP address cannot have passkeys. */
function isWithin(hostname: string, publicHost: string | undefined): boolean {
  if (!publicHost || /^[\d.]+$|:/.test(publicHost)) return false
  return hostname === publicHost || hostname.endsWith(`.${publicHost}`)
}
