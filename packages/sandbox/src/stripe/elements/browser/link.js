/**
 * The frame's end of its talk with the page that mounted it. Only that window and only that origin are believed.
 * @typedef {{ parent: string, kind: 'card' | 'api', key: string, locale?: string, appearance?: import('./look.js').Appearance }} Task
 */

const MARK = 'stripe-sandbox'

/** What the page wrote into our address: in the fragment, so that it never reaches a server. @returns {Task} */
export function readTask() {
  return JSON.parse(decodeURIComponent(location.hash.slice(1)))
}

/**
 * @param {string} parentOrigin
 * @param {Record<string, (argument: any) => unknown>} abilities  what the page may ask for, by name
 */
export function openLink(parentOrigin, abilities) {
  /** @param {Record<string, unknown>} message */
  const send = (message) => window.parent.postMessage({ mark: MARK, ...message }, parentOrigin)

  window.addEventListener('message', async ({ source, origin, data }) => {
    if (source !== window.parent || origin !== parentOrigin || data?.mark !== MARK) return
    const ability = Object.hasOwn(abilities, data.ask) ? abilities[data.ask] : undefined
    if (ability) send({ answer: data.number, value: await ability(data.argument) })
  })
  return {
    /**
     * @param {string} event
     * @param {unknown} [detail]
     */
    tell: (event, detail) => send({ event, detail }),
  }
}
