import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Section } from './section.tsx'

const render = (...children: (string | boolean | null | undefined)[]) =>
  renderToStaticMarkup(
    <Section title="Refunds" empty="No refunds">
      {...children}
    </Section>,
  )

test.each([[[]], [[false]], [[null]], [[undefined]], [[false, null]]])(
  'a section with %o says what would be here',
  (children) => {
    expect(render(...children)).toContain('No refunds')
  },
)

test('a section with content does not say that it is empty', () => {
  expect(render(false, 'A refund')).not.toContain('No refunds')
})
