import { expect, test } from 'vitest'
import { criticalRules } from './critical-rules.ts'
import { extractCriticalCss } from './src/lib/page/critical-css.ts'

const inline = (stylesheet: string, html: string) => extractCriticalCss(criticalRules(stylesheet), html)

test('a page gets the rules of its classes, in their order', () => {
  const stylesheet = '.a{color:red}.b{color:blue}.c{color:green}'
  expect(inline(stylesheet, '<p class="c a">')).toBe('.a{color:red}.c{color:green}')
})

test('a rule stays in its layer and media query, which neighbours share', () => {
  const stylesheet =
    '@layer base,utilities;@layer utilities{.a{top:0}@media (width>=48rem){.a{top:1px}.b{top:2px}.c{top:3px}}.c{top:4px}}'
  expect(inline(stylesheet, '<p class="a"><p class="c">')).toBe(
    '@layer base,utilities;@layer utilities{.a{top:0}@media (width>=48rem){.a{top:1px}.c{top:3px}}.c{top:4px}}',
  )
})

test('every page gets rules without a class', () => {
  const stylesheet =
    'html,.a{color:red}[data-theme=dark]{color:blue}@property --x{syntax:"*";inherits:false}@keyframes turn{to{rotate:1turn}}'
  expect(inline(stylesheet, '<p>')).toBe(stylesheet)
})

test('a selector needs all of its classes, except those that it excludes or has alternatives to', () => {
  const stylesheet = '.a .b{top:0}.a:not(.d){top:1px}.a:is(.d,.e){top:2px}.d>.a,.c{top:3px}'
  expect(inline(stylesheet, '<p class="a">')).toBe('.a:not(.d){top:1px}.a:is(.d,.e){top:2px}')
  expect(inline(stylesheet, '<p class="c">')).toBe('.d>.a,.c{top:3px}')
  expect(inline(':where(.a>:last-child){top:0}:where(.b){top:1px}', '<p class="a">')).toBe(
    ':where(.a>:last-child){top:0}',
  )
})

test('escaped names of classes are found', () => {
  const stylesheet = String.raw`.md\:w-\[3px\]{width:3px}.\[\&\>svg\]\:w-4>svg{width:4px}.\32 xl\:flex{display:flex}`
  expect(inline(stylesheet, '<p class="md:w-[3px] [&amp;&gt;svg]:w-4 2xl:flex">')).toBe(stylesheet)
  expect(inline(stylesheet, '<p class="w-[3px] flex">')).toBe('')
})

test('a nested rule goes with the one around it', () => {
  const stylesheet = '.a{top:0;&:hover{top:1px}@media (hover:hover){&.b{top:2px}}}'
  expect(inline(stylesheet, '<p class="a">')).toBe(stylesheet)
})
