/** A shop's checkout as a shop writes it, with YooKassa's widget. */

const query = new URLSearchParams(location.search)
const root = /** @type {HTMLElement} */ (document.getElementById('root'))
root.innerHTML =
  '<main><h1>Shop</h1><div id="form"></div><button type="button">Destroy</button><p id="log"></p></main>'

/** @param {string} entry */
const note = (entry) => document.getElementById('log')?.append(`${entry} `)

// @ts-expect-error the widget's script puts it there
const widget = new window.YooMoneyCheckoutWidget({
  confirmation_token: query.get('token') ?? undefined,
  ...(query.has('return') ? { return_url: `${location.origin}/done` } : {}),
  customization: { modal: query.has('modal'), colors: { control_primary: '#ffb454' } },
  /** @param {{ error: string }} problem */
  error_callback: ({ error }) => note(`error:${error}`),
})
for (const event of ['success', 'fail', 'complete', 'modal_close']) widget.on(event, () => note(event))
document.querySelector('button')?.addEventListener('click', () => widget.destroy())
await widget.render(query.has('modal') ? undefined : 'form')
note('rendered')
