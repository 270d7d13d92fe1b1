import {
  brandOf,
  caretAfter,
  cvcProblem,
  digitsOf,
  expiryProblem,
  groupExpiry,
  groupNumber,
  numberProblem,
  trimCvc,
} from './card-number.js'

/** @typedef {'number-incomplete' | 'number-wrong' | 'expiry-incomplete' | 'expiry-wrong' | 'expiry-past' | 'cvc-incomplete'} CardWord */
/** @typedef {{ input: HTMLInputElement, problem: HTMLElement, group: (text: string, isDeleting: boolean) => string, check: () => CardWord | '' }} Field */

const ANY_CVC = '123'

/**
 * The card form: three fields that format themselves and say what is wrong with them.
 * @param {{ say(word: CardWord): string, onChange(state: { empty: boolean, complete: boolean }): void }} options
 */
export function openCardForm({ say, onChange }) {
  const number = field('number', groupNumber, () => numberProblem(number.input.value))
  const expiry = field('expiry', groupExpiry, () => expiryProblem(expiry.input.value, new Date()))
  const cvc = field('cvc', trimCvc, () => cvcProblem(cvc.input.value))
  const fields = [number, expiry, cvc]
  const brand = element('brand', HTMLElement)

  /**
   * @param {string} id
   * @param {Field['group']} group
   * @param {Field['check']} check
   * @returns {Field}
   */
  function field(id, group, check) {
    const made = {
      input: element(id, HTMLInputElement),
      problem: element(`${id}-problem`, HTMLElement),
      group,
      check,
    }
    made.input.addEventListener('input', (event) => {
      regroup(made, event instanceof InputEvent && event.inputType.startsWith('delete'))
      if (made.problem.textContent) complain(made)
      changed()
    })
    made.input.addEventListener('blur', () => {
      if (made.input.value) complain(made)
    })
    return made
  }

  /** @param {Field} field */
  function complain({ input, problem, check }) {
    const wrong = check()
    problem.textContent = wrong ? say(wrong) : ''
    input.setAttribute('aria-invalid', String(wrong !== ''))
  }

  function changed() {
    const name = brandOf(number.input.value)
    brand.textContent = name === 'visa' ? 'VISA' : name === 'mastercard' ? 'MC' : ''
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
    for (const each of fields) complain(each)
    changed()
  }

  for (const button of document.querySelectorAll('button[data-fill]')) {
    button.addEventListener('click', () => fill(button.getAttribute('data-fill') ?? ''))
  }

  return {
    state,
    /** Says what is wrong beside each field, and goes to the first. @returns the first problem, in words */
    validate() {
      for (const each of fields) complain(each)
      const first = fields.find(({ check }) => check() !== '')
      first?.input.focus()
      const wrong = first?.check()
      return first && wrong ? { code: `incomplete_${first.input.name}`, message: say(wrong) } : undefined
    },
    card() {
      const until = digitsOf(expiry.input.value)
      return {
        number: digitsOf(number.input.value),
        expMonth: until.slice(0, 2),
        expYear: until.slice(2),
        cvc: cvc.input.value,
      }
    },
    /** Says again, in a language that was just chosen, what was said before. */
    reword() {
      for (const each of fields) if (each.problem.textContent) complain(each)
    },
    focus: () => number.input.focus(),
    clear() {
      for (const { input, problem } of fields) {
        input.value = ''
        input.removeAttribute('aria-invalid')
        problem.textContent = ''
      }
      changed()
    },
  }
}

/**
 * @param {Field} field
 * @param {boolean} isDeleting
 */
function regroup({ input, group }, isDeleting) {
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const digits = digitsOf(input.value.slice(0, caret)).length
  input.value = group(input.value, isDeleting)
  const place = isAtEnd ? input.value.length : caretAfter(input.value, digits)
  input.setSelectionRange(place, place)
}

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new TypeError(`No ${id} on this page`)
  return found
}
