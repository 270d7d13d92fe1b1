export type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv'

export function findDeviceType({ userAgent, maxTouchPoints } = navigator): DeviceType {
  if (/TV\b|Web0S/.test(userAgent)) return 'tv'
  // An iPad claims to be a Mac, but no Mac feels touches.
  if (/iPad|Tablet|Android(?!.*Mobile)|Macintosh.* [1-9]$/.test(`${userAgent} ${maxTouchPoints}`))
    return 'tablet'
  return /Mobi/.test(userAgent) ? 'mobile' : 'desktop'
}
