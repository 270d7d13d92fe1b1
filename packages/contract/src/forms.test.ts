import { expect, test } from 'vitest'
import { nameField } from './forms.ts'

const isName = (name: string) => nameField.safeParse(name).success

test.each([
  'Li',
  'Анна',
  'Zoe\u0308',
  'Алексе\u0438\u0306',
  'अनुष्का',
  'நித்யா',
  '지우',
  '美咲',
  'Александра',
  ' Ян ',
])('%s is a name of 2 to 10 letters', (name) => expect(isName(name)).toBe(true))

test.each([
  '',
  'Y',
  'e\u0301',
  'Maximilianus',
  'A1',
  'Anna-M',
  'O’Neil',
  'Ann a',
  '\u0301\u0301',
  '🎮🎮',
  `A${'\u0301'.repeat(300)}b`,
])('%j is not', (name) => expect(isName(name)).toBe(false))
