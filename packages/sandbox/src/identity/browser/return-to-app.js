/** Takes a login result back to the app without another click. */

// Apple: the page's only form posts to the redirect URL.
document.querySelector('form')?.submit()

// Telegram: the result goes to the page that opened this window, at the origin that asked for it.
const { origin, result } = document.getElementById('result')?.dataset ?? {}
if (window.opener && origin && result) {
  const message = { event: 'auth_result', result: JSON.parse(result), origin }
  window.opener.postMessage(JSON.stringify(message), origin)
  window.close()
}
