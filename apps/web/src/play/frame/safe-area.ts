import type { SafeArea } from '@playhub/contract/bridge-protocol'

const edges = ['top', 'right', 'bottom', 'left'] as const

/**
 * The reach of the device's notch and rounded corners into an element, in CSS pixels. Browsers do not report it to
 * framed pages.
 */
export function measureSafeArea(element: Element): SafeArea {
  const insets = readInsets()
  const { top, right, bottom, left } = element.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const distances = { top, right: clientWidth - right, bottom: clientHeight - bottom, left }
  const measured = edges.map((edge) => [edge, Math.max(0, Math.round(insets[edge] - distances[edge]))])
  return Object.fromEntries(measured) as SafeArea
}

/** Those of the page, which covers the whole screen. Only style sheets can read them. */
function readInsets(): SafeArea {
  const probe = document.createElement('div')
  probe.style.cssText = `position:fixed;visibility:hidden;padding:${edges.map((edge) => `env(safe-area-inset-${edge},0px)`).join(' ')}`
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const insets = {
    top: Number.parseFloat(style.paddingTop),
    right: Number.parseFloat(style.paddingRight),
    bottom: Number.parseFloat(style.paddingBottom),
    left: Number.parseFloat(style.paddingLeft),
  }
  probe.remove()
  return insets
}
