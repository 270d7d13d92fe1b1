const TIMEOUT_MS = 40_000

/**
 * Stripe's API for browsers: with the publishable key and the client secret of one intent.
 * Calls resolve to `{ paymentIntent }` or to `{ error }` with a message in the buyer's language.
 * @param {string} key
 * @param {() => import('../../../pages/browser/i18n.js').Translator} translator
 */
export function openApi(key, translator) {
  /**
   * @param {string} path
   * @param {Record<string, string>} [form]
   * @returns {Promise<{ paymentIntent?: any, error?: any }>}
   */
  const call = async (path, form) => {
    try {
      const response = await fetch(path, {
        method: form ? 'POST' : 'GET',
        // Browsers log every failed request, but a declined card is not an error of the page.
        headers: { authorization: `Bearer ${key}`, 'sandbox-status': 'hidden' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(form ? { body: new URLSearchParams(form) } : {}),
      })
      const body = await response.json()
      return body.error ? { error: translated(body.error) } : { paymentIntent: body }
    } catch {
      return { error: translated({ type: 'api_connection_error' }) }
    }
  }

  /** @param {any} error */
  const translated = (error) => {
    const { t, knownKey } = translator()
    const key = knownKey(error.decline_code, error.code, error.type)
    return key ? { ...error, message: t(key) } : error
  }

  return {
    /** @param {string} secret */
    retrieve: (secret) => call(`${intentPath(secret)}?${new URLSearchParams({ client_secret: secret })}`),
    /**
     * @param {string} secret
     * @param {Record<string, string>} form
     */
    confirm: (secret, form) => call(`${intentPath(secret)}/confirm`, { client_secret: secret, ...form }),
  }
}

/** @param {string} secret */
function intentPath(secret) {
  return `/v1/payment_intents/${encodeURIComponent(secret.split('_secret_')[0] ?? '')}`
}
