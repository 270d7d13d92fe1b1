import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import { clientConfig } from '../../lib/context/client-config.ts'
import { isInForeignFrame } from '../../lib/embedding/embedding.ts'

/**
 * True when passkeys work on this page. They belong to the hub's public host and its subdomains; browsers
 * refuse them elsewhere, and in cross-origin frames.
 */
export function arePasskeysOffered(): boolean {
  if (!globalThis.PublicKeyCredential || !window.isSecureContext || isInForeignFrame()) return false
  return isWithin(window.location.hostname, parseUrl(clientConfig().origin)?.hostname)
}

/** An IP address cannot have passkeys. */
function isWithin(hostname: string, publicHost: string | undefined): boolean {
  if (!publicHost || /^[\d.]+$|:/.test(publicHost)) return false
  return hostname === publicHost || hostname.endsWith(`.${publicHost}`)
}
