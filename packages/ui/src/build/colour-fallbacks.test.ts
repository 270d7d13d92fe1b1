import { expect, test } from 'vitest'
import { addColourFallbacks } from './colour-fallbacks.ts'

/** The fallbacks alone, for browsers without themes and for those without mixes. */
function getFallbacks(sheet: string): { themes: string; mixes: string } {
  const added = addColourFallbacks(sheet)
  const list = (condition: RegExp) =>
    [...added.matchAll(/@supports (not [^{]*)\{((?:[^{}]*\{[^{}]*\})*)\}/g)]
      .filter(([, params = '']) => condition.test(params))
      .map(([, , rules]) => rules)
      .join('\n')
  return { themes: list(/light-dark/), mixes: list(/color-mix/) }
}

test('a sheet keeps its rules, and each fallback follows its own', () => {
  const sheet = '.a{color:light-dark(#111,#eee)}.a{color:red}'
  const added = addColourFallbacks(sheet)
  expect(added.startsWith('.a{color:light-dark(#111,#eee)}@supports not')).toBe(true)
  expect(added.endsWith('.a{color:red}')).toBe(true)
  expect(addColourFallbacks('.a{color:red}')).toBe('.a{color:red}')
})

test('a theme is chosen by variables, also for the variables of a section', () => {
  const { themes } = getFallbacks(
    ':root{color-scheme:light dark;--ink:light-dark(#fff,#000);--text:var(--ink)}[data-theme=dark]{color-scheme:dark}',
  )
  expect(themes).toContain(':root{--ink:var(--is-light,#fff) var(--is-dark,#000)}')
  expect(themes).toContain(
    ':root [data-theme]{--ink:var(--is-light,#fff) var(--is-dark,#000);--text:var(--ink)}',
  )
  expect(themes).toContain('[data-theme=dark]{--is-dark:initial;--is-light: }')
})

test.for([
  ['color-mix(in oklab,var(--a)24%,var(--b))', 'var(--b)'],
  ['color-mix(in oklab, var(--a) 86%, transparent)', 'var(--a)'],
  ['oklch(100% 0 0)', '#ffffff'],
  ['oklch(0.6279 0.2577 29.23)', '#ff0000'],
  ['oklch(0 0 0 / 0.5)', '#00000080'],
  ['1px solid color-mix(in oklab,oklch(0 0 0) 60%,red)', '1px solid #000000'],
] as const)('%s becomes %s where there are no mixes', ([value, expected]) => {
  expect(getFallbacks(`.a{border:${value}}`).mixes).toBe(`.a{border:${expected}}`)
})

test('a colour at a fixed lightness becomes a mix with white or black', () => {
  const { themes, mixes } = getFallbacks(
    '.a{--c:light-dark(oklch(from var(--t) .94 c h),oklch(from var(--t) .2 c h))}',
  )
  expect(themes).toContain('color-mix(in oklab, var(--t) 11%, white)')
  expect(themes).toContain('color-mix(in oklab, var(--t) 32%, black)')
  expect(mixes).toContain('--c:var(--is-light,white) var(--is-dark,black)')
})

test('a rule for browsers with mixes has its fallback outside', () => {
  const sheet = '@supports (color:color-mix(in lab, red, red)){.a{color:color-mix(in oklab,red 5%,blue)}}'
  const added = addColourFallbacks(sheet)
  expect(added).toBe(`${sheet}@supports not (color: color-mix(in oklab, red, red)){.a{color:blue}}`)
})
