import { element, openCardForm } from '../../../pages/browser/card-form.js'
import { openApi } from './api.js'
import { openLink, readTask } from './link.js'
import { dress } from './look.js'
import { isWord, languageOf, say } from './words.js'

const task = readTask()
let language = languageOf(task.locale)
const api = openApi(task.key, () => language)

if (task.kind === 'card') showCardForm()
else openLink(task.parent, { retrieve: api.retrieve }).tell('ready')

function showCardForm() {
  const view = element('card', HTMLFormElement)
  const form = openCardForm({
    say: (word) => say(language, word),
    onChange: (state) => link.tell('change', state),
  })
  const link = openLink(task.parent, {
    submit: () => ({ error: form.validate() }),
    confirm: async ({ secret, extra }) => {
      const wrong = form.validate()
      return wrong
        ? { error: { type: 'validation_error', ...wrong } }
        : api.confirm(secret, { ...methodOf(form.card()), ...extra })
    },
    retrieve: api.retrieve,
    update: ({ locale, appearance }) => {
      if (locale) language = languageOf(locale)
      if (appearance) dress(appearance)
      putWords()
      form.reword()
    },
    focus: form.focus,
    blur: () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    clear: form.clear,
  })

  dress(task.appearance ?? {})
  putWords()
  view.hidden = false

  view.addEventListener('submit', (event) => {
    event.preventDefault()
    link.tell('submit')
  })
  view.addEventListener('focusin', ({ relatedTarget }) => relatedTarget || link.tell('focus'))
  view.addEventListener('focusout', ({ relatedTarget }) => relatedTarget || link.tell('blur'))
  view.addEventListener('keydown', ({ key }) => key === 'Escape' && link.tell('escape'))
  new ResizeObserver(() => link.tell('height', Math.ceil(view.getBoundingClientRect().height))).observe(view)
  link.tell('ready')
}

/** @param {{ number: string, expMonth: string, expYear: string, cvc: string }} card */
function methodOf({ number, expMonth, expYear, cvc }) {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': expMonth,
    'payment_method_data[card][exp_year]': expYear,
    'payment_method_data[card][cvc]': cvc,
  }
}

function putWords() {
  document.documentElement.lang = language
  const form = element('card', HTMLFormElement)
  form.setAttribute('aria-label', say(language, 'form'))
  for (const part of form.querySelectorAll('[data-word]')) {
    const word = part.getAttribute('data-word') ?? undefined
    if (isWord(word)) part.textContent = say(language, word)
  }
  for (const part of form.querySelectorAll('[data-shape]')) {
    const word = part.getAttribute('data-shape') ?? undefined
    if (isWord(word)) part.setAttribute('placeholder', say(language, word))
  }
}
