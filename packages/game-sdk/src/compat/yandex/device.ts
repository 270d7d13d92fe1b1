import type { SDK } from 'ysdk'
import { findDeviceType } from '../shared/device.ts'

/** The browser's own capabilities. */
export function createDevice(): Pick<SDK, 'deviceInfo' | 'screen' | 'clipboard'> {
  const type = findDeviceType()
  return {
    deviceInfo: {
      type: type as SDK['deviceInfo']['type'],
      isDesktop: () => type === 'desktop',
      isMobile: () => type === 'mobile',
      isTablet: () => type === 'tablet',
      isTV: () => type === 'tv',
    },
    screen: {
      fullscreen: {
        STATUS_ON: 'on',
        STATUS_OFF: 'off',
        get status() {
          return document.fullscreenElement ? 'on' : 'off'
        },
        request: () => document.documentElement.requestFullscreen(),
        exit: () => document.exitFullscreen(),
      },
    },
    clipboard: {
      // Games wait for the promise, though the types have none.
      writeText: (text) => navigator.clipboard.writeText(text),
    },
  }
}
