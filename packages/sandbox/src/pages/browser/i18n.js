/** Translations of the sandbox's pages. Both languages have the same keys. */

/** @typedef {'ru' | 'en'} Language */
/** @typedef {Record<string, string>} Messages */
/** @typedef {ReturnType<typeof createTranslator>} Translator */

/**
 * @param {string | null | undefined} locale  `ru_RU`, `en-GB`; the browser's when absent or `auto`
 * @returns {Language}
 */
export function detectLanguage(locale) {
  const tag = !locale || locale === 'auto' ? navigator.language : locale
  return tag.toLowerCase().startsWith('ru') ? 'ru' : 'en'
}

/**
 * @param {Record<Language, Messages>} messages
 * @param {Language} language
 */
export function createTranslator(messages, language) {
  /** @param {string} key @param {Record<string, string>} [values]  what replaces `{name}` */
  const t = (key, values = {}) =>
    (messages[language][key] ?? key).replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? '')
  return {
    language,
    t,
    /** The first key that has a message. @param {(string | null | undefined)[]} keys */
    knownKey: (...keys) => keys.find((key) => key && key in messages[language]) ?? undefined,
    /** Translates the elements with `data-text`, `data-label` and `data-placeholder`. */
    translatePage() {
      document.documentElement.lang = language
      for (const [attribute, apply] of attributes) {
        for (const element of document.querySelectorAll(`[${attribute}]`)) {
          apply(element, t(element.getAttribute(attribute) ?? ''))
        }
      }
    },
  }
}

/** @type {[string, (element: Element, text: string) => void][]} */
const attributes = [
  ['data-text', (element, text) => element.replaceChildren(text)],
  ['data-label', (element, text) => element.setAttribute('aria-label', text)],
  ['data-placeholder', (element, text) => element.setAttribute('placeholder', text)],
]

/**
 * @param {Language} language
 * @param {number} amountMinor
 * @param {string} currency
 * @param {Intl.NumberFormatOptions} [options]
 */
export function formatMoney(language, amountMinor, currency, options) {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, ...options })
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
