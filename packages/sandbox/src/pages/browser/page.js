/** What the pages of the Russian providers do alike: words, money, one section at a time. */

/** @typedef {'ru' | 'en'} Language */

/** @param {string | null | undefined} locale  `ru_RU`, `en`; without one the browser's @returns {Language} */
export function languageOf(locale) {
  return (locale || navigator.language).toLowerCase().startsWith('ru') ? 'ru' : 'en'
}

/**
 * @param {Record<Language, Record<string, string>>} sentences
 * @param {Language} language
 */
export function openWords(sentences, language) {
  /** @param {string} word @param {Record<string, string>} [values] */
  const say = (word, values = {}) =>
    (sentences[language][word] ?? word).replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? '')
  return {
    say,
    /** @param {string | null} word  a reason that may have no words of its own @param {string} otherwise */
    sayOr: (word, otherwise) => say(word !== null && word in sentences[language] ? word : otherwise),
    putWords() {
      document.documentElement.lang = language
      for (const part of document.querySelectorAll('[data-word]')) {
        part.textContent = say(part.getAttribute('data-word') ?? '')
      }
      for (const part of document.querySelectorAll('[data-shape]')) {
        part.setAttribute('placeholder', say(part.getAttribute('data-shape') ?? ''))
      }
    },
  }
}

/**
 * @param {Language} language
 * @param {number} amountMinor
 * @param {string} currency
 */
export function money(language, amountMinor, currency) {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: amountMinor % 100 === 0 ? 0 : 2,
  }).format(amountMinor / 100)
}

/** Shows one section and hides the others; who was in a hidden one is led to the new heading. @param {string} id */
export function showSection(id) {
  const shown = /** @type {HTMLElement} */ (document.getElementById(id))
  if (!shown.hidden) return
  const isFirst = [...document.querySelectorAll('section')].every(({ hidden }) => hidden)
  for (const section of document.querySelectorAll('section')) section.hidden = section !== shown
  if (!isFirst) shown.querySelector('h1')?.focus()
}

/** Asks the sandbox. @param {string} path @param {unknown} [body] @returns {Promise<{ status: number, body: any }>} */
export async function ask(path, body) {
  const response = await fetch(path, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
