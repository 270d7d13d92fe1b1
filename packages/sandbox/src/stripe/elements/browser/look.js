/**
 * The part of Stripe's appearance that the form follows.
 * @typedef {{ theme?: string, variables?: Record<string, string> }} Appearance
 */

/** @type {Record<string, string>} */
const light = {
  colorPrimary: '#4f46e5',
  colorBackground: '#ffffff',
  colorText: '#1d2130',
  colorDanger: '#b3261e',
}
/** @type {Record<string, string>} */
const night = {
  colorPrimary: '#ffb454',
  colorBackground: '#1a1c28',
  colorText: '#f3f3f8',
  colorDanger: '#ff9c8f',
}
const shared = { borderRadius: '8px', fontFamily: 'system-ui, sans-serif', fontSizeBase: '16px' }

/**
 * Dresses the document. Goes through the style object, which a strict content policy allows.
 * @param {Appearance} appearance
 */
export function dress({ theme, variables = {} }) {
  const root = document.documentElement
  const look = { ...shared, ...(theme === 'night' ? night : light), ...variables }
  for (const [name, value] of Object.entries(look)) {
    root.style.setProperty(`--${name}`, String(value))
  }
  root.style.colorScheme = theme === 'night' ? 'dark' : 'light'
}
