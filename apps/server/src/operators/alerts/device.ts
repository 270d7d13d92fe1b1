import { addressGroup } from '../../platform/limits/address-group.ts'
import type { OperatorSessionRow } from '../tables.ts'

type Client = Pick<OperatorSessionRow, 'ip' | 'userAgent'>

/** In this order: most browsers also claim to be Chrome or Safari. */
const browsers = [
  ['YaBrowser', 'Yandex Browser'],
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/**
 * "Chrome, Windows". Only known names: a client must not write into our emails.
 * @returns  undefined for an unknown browser
 */
export function describeDevice(userAgent: string): string | undefined {
  const find = (names: typeof browsers | typeof systems) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1]
  const known = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return known.length === 0 ? undefined : known.join(', ')
}

/** The same browser in the same network. An update of the browser makes no new device. */
export function isSameDevice(one: Client, other: Client): boolean {
  return getDeviceKey(one) === getDeviceKey(other)
}

const getDeviceKey = ({ ip, userAgent }: Client) => `${addressGroup(ip)} ${userAgent.replace(/[\d._]+/g, '')}`
