import { type Device, parseUserAgent } from '@playhub/contract/user-agent'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import type { OperatorSessionRow } from '../tables.ts'

type Client = Pick<OperatorSessionRow, 'ip' | 'userAgent'>

const names: Record<NonNullable<Device['browser'] | Device['system']>, string> = {
  yandex: 'Yandex Browser',
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
  firefox: 'Firefox',
  app: 'App',
  chrome: 'Chrome',
  safari: 'Safari',
  iphone: 'iPhone',
  ipad: 'iPad',
  android: 'Android',
  windows: 'Windows',
  chromeos: 'ChromeOS',
  macos: 'macOS',
  linux: 'Linux',
}

/**
 * "Chrome, Windows". Only known names: a client must not write into our emails.
 * @returns  undefined for an unknown browser
 */
export function describeDevice(userAgent: string): string | undefined {
  const { browser, system } = parseUserAgent(userAgent)
  const known = [browser, system].filter((each) => each !== null)
  return known.length === 0 ? undefined : known.map((each) => names[each]).join(', ')
}

/** The same browser in the same network. An update of the browser makes no new device. */
export function isSameDevice(one: Client, other: Client): boolean {
  return getDeviceKey(one) === getDeviceKey(other)
}

const getDeviceKey = ({ ip, userAgent }: Client) => `${toIpGroup(ip)} ${userAgent.replace(/[\d._]+/g, '')}`
