/** What the payment pages of YooKassa and Yandex Pay share. */

const POLL_INTERVAL_MS = 2_000

/**
 * The page's view of one payment. It performs the buyer's actions and polls, because the payment may change elsewhere.
 * @template View
 * @param {string} path
 * @param {(view: View) => void} onView  runs after every read and action
 */
export function openCheckout(path, onView) {
  /** @type {Promise<View | undefined> | undefined} */
  let running
  let isClosed = false

  async function poll() {
    if (isClosed) return
    const response = running ? null : await request(path).catch(() => null)
    if (response?.status === 200 && !running) onView(response.body)
    setTimeout(poll, POLL_INTERVAL_MS)
  }

  /** @param {unknown} action @returns {Promise<View>} */
  async function perform(action) {
    const { status, body } = await request(path, action)
    // A rejected action means that the payment has changed meanwhile.
    const view = status === 200 ? body : (await request(path)).body
    onView(view)
    return view
  }

  return {
    /** @returns {Promise<{ status: number, body: any }>} status 0 when the sandbox does not respond */
    read: () => request(path).catch(() => ({ status: 0, body: null })),
    startPolling: () => void setTimeout(poll, POLL_INTERVAL_MS),
    /**
     * Performs an action. A second click joins the action that is running.
     * @param {unknown} action
     * @returns {Promise<View | undefined>} undefined when the sandbox does not respond
     */
    act(action) {
      running ??= perform(action)
        .catch(() => undefined)
        .finally(() => {
          running = undefined
        })
      return running
    },
    close: () => {
      isClosed = true
    },
  }
}

/** Shows one section and hides the others. Focus moves to its heading, except at first. @param {string} id */
export function showSection(id) {
  const shown = /** @type {HTMLElement} */ (document.getElementById(id))
  if (!shown.hidden) return
  const isFirst = [...document.querySelectorAll('section')].every(({ hidden }) => hidden)
  for (const section of document.querySelectorAll('section')) section.hidden = section !== shown
  if (!isFirst) shown.querySelector('h1')?.focus()
}

/** Amounts in whole rubles have no decimals. */
export const moneyOptions = /** @type {const} */ ({
  currencyDisplay: 'narrowSymbol',
  trailingZeroDisplay: 'stripIfInteger',
})

/** @param {string} path @param {unknown} [body] @returns {Promise<{ status: number, body: any }>} */
async function request(path, body) {
  const response = await fetch(path, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
