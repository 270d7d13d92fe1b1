import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createMessages } from '../../lib/language/messages.ts'
import { Pagination } from './pagination.tsx'

const i18n = createMessages('en', 'Playhub', {})

test.each([
  [1, 1, ''],
  [1, 3, '1 2 3'],
  [1, 42, '1 2 … 42'],
  [4, 42, '1 2 3 4 5 … 42'],
  [5, 42, '1 … 4 5 6 … 42'],
  [39, 42, '1 … 38 39 40 41 42'],
  [42, 42, '1 … 41 42'],
])('on page %i of %i the links are %s', (current, pages, numbers) => {
  const filter = { search: '', genre: undefined, page: current }
  const pagination = createElement(Pagination, { filter, pages })
  const html = renderToStaticMarkup(createElement(I18nextProvider, { i18n }, pagination))
  expect([...html.matchAll(/>(\d+|…)</g)].map(([, number]) => number).join(' ')).toBe(numbers)
})
