import { createHmac } from 'node:crypto'
import { toIpGroup } from '../platform/limits/ip-group.ts'

/**
 * Keeps a leaked table from revealing which networks players use.
 * @param salt  The player's or the record's id.
 */
export function hashNetwork(pepper: string, salt: string, ip: string): string {
  return createHmac('sha256', pepper)
    .update(`network of ${salt}\n${toIpGroup(ip)}`)
    .digest('base64url')
}
