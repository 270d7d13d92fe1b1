/** Formatting and validation of card numbers, expiry dates and security codes. */

const MAX_DIGITS = 19
const MIN_DIGITS = 16

/** @param {string} text */
export function toDigits(text) {
  return text.replace(/\D/g, '')
}

/** @param {string} text */
export function groupNumber(text) {
  return toDigits(text)
    .slice(0, MAX_DIGITS)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/**
 * Formats `7` as `07 / ` and `1226` as `12 / 26`. A slash is added only while typing forward.
 * @param {string} text
 * @param {boolean} isDeleting
 */
export function groupExpiry(text, isDeleting = false) {
  let digits = toDigits(text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** @param {string} text */
export function trimCvc(text) {
  return toDigits(text).slice(0, 4)
}

/** @param {string} number */
export function toBrand(number) {
  const digits = toDigits(number)
  if (digits.startsWith('4')) return 'visa'
  return /^(5[1-5]|2[2-7])/.test(digits) ? 'mastercard' : ''
}

/**
 * @param {string} text
 * @returns {'number-incomplete' | 'number-wrong' | ''}
 */
export function numberError(text) {
  const digits = toDigits(text)
  if (digits.length < MIN_DIGITS) return 'number-incomplete'
  return passesLuhn(digits) ? '' : 'number-wrong'
}

/**
 * @param {string} text
 * @param {Date} now
 * @returns {'expiry-incomplete' | 'expiry-wrong' | 'expiry-past' | ''}
 */
export function expiryError(text, now) {
  const digits = toDigits(text)
  if (digits.length < 4) return 'expiry-incomplete'
  const month = Number(digits.slice(0, 2))
  if (month < 1 || month > 12) return 'expiry-wrong'
  const lastMonth = (2000 + Number(digits.slice(2))) * 12 + month
  return lastMonth < now.getFullYear() * 12 + now.getMonth() + 1 ? 'expiry-past' : ''
}

/**
 * @param {string} text
 * @returns {'cvc-incomplete' | ''}
 */
export function cvcError(text) {
  return text.length < 3 ? 'cvc-incomplete' : ''
}

/**
 * The caret position after regrouping: behind as many digits as before.
 * @param {string} text      the regrouped text
 * @param {number} digits    how many digits were before the caret
 */
export function caretAfter(text, digits) {
  let seen = 0
  let position = 0
  while (position < text.length && seen < digits) {
    if (/\d/.test(text.charAt(position))) seen += 1
    position += 1
  }
  return position
}

/** @param {string} digits */
function passesLuhn(digits) {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    sum += index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}
