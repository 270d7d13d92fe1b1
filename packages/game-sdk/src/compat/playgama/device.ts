import { findDeviceType } from '../shared/device.ts'
import type { Portal } from '../shared/portal.ts'
import type { Events } from './events.ts'

/** Parts of user agents; the first one counts. */
const systems = { Android: 'android', iP: 'ios', Windows: 'windows', Mac: 'macos', Linux: 'linux' }

export function createDevice(portal: Portal, { emit, events }: Events) {
  const { userAgent } = navigator
  const orientation = window.matchMedia('(orientation: portrait)')
  const getOrientation = () => (orientation.matches ? 'portrait' : 'landscape')
  orientation.addEventListener('change', () => emit('orientation_state_changed', getOrientation()))
  return {
    ...events,
    type: findDeviceType(),
    os: Object.entries(systems).find(([part]) => userAgent.includes(part))?.[1] ?? 'other',
    get orientation() {
      return getOrientation()
    },
    get safeArea() {
      return portal.hub?.safeArea ?? { top: 0, bottom: 0, left: 0, right: 0 }
    },
  }
}
