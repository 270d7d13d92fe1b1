export type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv'

export function findDeviceType(userAgent = navigator.userAgent): DeviceType {
  if (/\bTV\b|SmartTV|SMART-TV|Tizen|Web0S/.test(userAgent)) return 'tv'
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return 'tablet'
  return /Mobi|iPhone/.test(userAgent) ? 'mobile' : 'desktop'
}
