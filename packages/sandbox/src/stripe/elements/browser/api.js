import { isWord, say } from './words.js'

const TIMEOUT_MS = 40_000

/**
 * Stripe's API as a browser uses it: with the publishable key, and the client secret of one intent.
 * Every answer is `{ paymentIntent }` or `{ error }`, worded in the buyer's language.
 * @param {string} key
 * @param {() => 'ru' | 'en'} language
 */
export function openApi(key, language) {
  /**
   * @param {string} path
   * @param {Record<string, string> | undefined} form
   * @returns {Promise<{ paymentIntent?: any, error?: any }>}
   */
  const call = async (path, form) => {
    try {
      const response = await fetch(path, {
        method: form ? 'POST' : 'GET',
        // A browser writes every refused request into its console, and a declined card is no error of the page.
        headers: { authorization: `Bearer ${key}`, 'sandbox-status': 'hidden' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(form ? { body: new URLSearchParams(form) } : {}),
      })
      const body = await response.json()
      return body.error ? { error: inWords(body.error, language()) } : { paymentIntent: body }
    } catch {
      return { error: inWords({ type: 'api_connection_error' }, language()) }
    }
  }

  return {
    /** @param {string} secret */
    retrieve: (secret) =>
      call(`${intentPath(secret)}?${new URLSearchParams({ client_secret: secret })}`, undefined),
    /**
     * @param {string} secret
     * @param {Record<string, string>} form
     */
    confirm: (secret, form) => call(`${intentPath(secret)}/confirm`, { client_secret: secret, ...form }),
  }
}

/**
 * @param {any} error
 * @param {'ru' | 'en'} language
 */
export function inWords(error, language) {
  const reason = [error.decline_code, error.code, error.type].find(isWord)
  return reason ? { ...error, message: say(language, reason) } : error
}

/** @param {string} secret */
function intentPath(secret) {
  return `/v1/payment_intents/${encodeURIComponent(secret.split('_secret_')[0] ?? '')}`
}
