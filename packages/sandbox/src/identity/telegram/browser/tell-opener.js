/** Gives the page that opened this window the answer, at the origin it was asked from, and leaves. */
const { origin = '', result = 'false' } = document.getElementById('result')?.dataset ?? {}
if (window.opener) {
  window.opener.postMessage(
    JSON.stringify({ event: 'auth_result', result: JSON.parse(result), origin }),
    origin,
  )
  window.close()
}
