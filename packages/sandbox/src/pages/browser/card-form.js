import {
  caretAfter,
  cvcError,
  expiryError,
  groupExpiry,
  groupNumber,
  numberError,
  toBrand,
  toDigits,
  trimCvc,
} from './card-number.js'

/** Labels and errors of the card form. */
export const cardMessages = {
  en: {
    number: 'Card number',
    expiry: 'Expiry date',
    'expiry-placeholder': 'MM / YY',
    cvc: 'Security code',
    'number-incomplete': 'The card number is not complete.',
    'number-wrong': 'This card number does not exist.',
    'expiry-incomplete': 'Enter month and year.',
    'expiry-wrong': 'There is no such month.',
    'expiry-past': 'This card has expired.',
    'cvc-incomplete': 'Enter three digits.',
    hint: 'Test cards, no real money',
  },
  ru: {
    number: 'Номер карты',
    expiry: 'Срок действия',
    'expiry-placeholder': 'ММ / ГГ',
    cvc: 'Код безопасности',
    'number-incomplete': 'Номер карты введён не полностью.',
    'number-wrong': 'Карты с таким номером нет.',
    'expiry-incomplete': 'Укажите месяц и год.',
    'expiry-wrong': 'Такого месяца нет.',
    'expiry-past': 'Срок карты истёк.',
    'cvc-incomplete': 'Введите три цифры.',
    hint: 'Тестовые карты, деньги не спишутся',
  },
}

/** @typedef {'number-incomplete' | 'number-wrong' | 'expiry-incomplete' | 'expiry-wrong' | 'expiry-past' | 'cvc-incomplete'} CardError */
/** @typedef {{ input: HTMLInputElement, error: HTMLElement, group: (text: string, isDeleting: boolean) => string, check: () => CardError | '' }} Field */

const ANY_CVC = '123'

/**
 * The card form: three fields that format and validate their input.
 * @param {{ t(key: CardError): string, onChange(state: { empty: boolean, complete: boolean }): void }} options
 */
export function openCardForm({ t, onChange }) {
  const number = findField('number', groupNumber, () => numberError(number.input.value))
  const expiry = findField('expiry', groupExpiry, () => expiryError(expiry.input.value, new Date()))
  const cvc = findField('cvc', trimCvc, () => cvcError(cvc.input.value))
  const fields = [number, expiry, cvc]
  const brand = element('brand', HTMLElement)

  for (const each of fields) {
    each.input.addEventListener('input', (event) => {
      regroup(each, event instanceof InputEvent && event.inputType.startsWith('delete'))
      if (each.error.textContent) showError(each)
      changed()
    })
    each.input.addEventListener('blur', () => {
      if (each.input.value) showError(each)
    })
  }

  /** @param {Field} field */
  function showError({ input, error, check }) {
    const key = check()
    error.textContent = key ? t(key) : ''
    input.setAttribute('aria-invalid', String(key !== ''))
  }

  function changed() {
    brand.textContent = toBrandLabel(number.input.value)
    onChange(state())
  }

  function state() {
    return {
      empty: fields.every(({ input }) => input.value === ''),
      complete: fields.every(({ check }) => check() === ''),
    }
  }

  /** @param {string} digits */
  function fill(digits) {
    number.input.value = groupNumber(digits)
    expiry.input.value = groupExpiry(`12${String(new Date().getFullYear() + 5).slice(2)}`)
    cvc.input.value = ANY_CVC
    for (const each of fields) showError(each)
    changed()
  }

  for (const button of document.querySelectorAll('button[data-fill]')) {
    button.addEventListener('click', () => fill(button.getAttribute('data-fill') ?? ''))
  }

  return {
    state,
    /** Shows the errors and focuses the first invalid field. @returns the first error */
    validate() {
      for (const each of fields) showError(each)
      const first = fields.find(({ check }) => check() !== '')
      first?.input.focus()
      const key = first?.check()
      return first && key ? { code: `incomplete_${first.input.name}`, message: t(key) } : undefined
    },
    card: () => readCard(number.input.value, expiry.input.value, cvc.input.value),
    /** Translates the shown errors after a change of language. */
    retranslate() {
      for (const each of fields) if (each.error.textContent) showError(each)
    },
    focus: () => number.input.focus(),
    clear() {
      for (const { input, error } of fields) {
        input.value = ''
        input.removeAttribute('aria-invalid')
        error.textContent = ''
      }
      changed()
    },
  }
}

/**
 * @param {string} id
 * @param {Field['group']} group
 * @param {Field['check']} check
 * @returns {Field}
 */
const findField = (id, group, check) => ({
  input: element(id, HTMLInputElement),
  error: element(`${id}-error`, HTMLElement),
  group,
  check,
})

/** @param {string} number @param {string} expiry @param {string} cvc */
function readCard(number, expiry, cvc) {
  const date = toDigits(expiry)
  return { number: toDigits(number), expMonth: date.slice(0, 2), expYear: date.slice(2), cvc }
}

/** @param {string} number */
function toBrandLabel(number) {
  const name = toBrand(number)
  return name === 'visa' ? 'VISA' : name === 'mastercard' ? 'MC' : ''
}

/**
 * @param {Field} field
 * @param {boolean} isDeleting
 */
function regroup({ input, group }, isDeleting) {
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const digits = toDigits(input.value.slice(0, caret)).length
  input.value = group(input.value, isDeleting)
  const position = isAtEnd ? input.value.length : caretAfter(input.value, digits)
  input.setSelectionRange(position, position)
}

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new TypeError(`The page has no #${id}`)
  return found
}
