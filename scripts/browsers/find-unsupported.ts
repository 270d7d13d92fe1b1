/** Finds a browser bundle's features missing in the oldest supported browsers. */
import { parseSync, Visitor } from 'oxc-parser'
import type { Missing } from './missing.ts'

/** @returns  the names of built-ins and syntax, each once */
export function findUnsupported(code: string, missing: Missing): string[] {
  const found = new Set<string>()
  const { program } = parseSync('bundle.js', code, { sourceType: 'module' })
  const isName = (node: { type: string }): node is { type: 'Identifier'; name: string } =>
    node.type === 'Identifier'
  const addGlobal = (callee: { type: string }) => {
    if (isName(callee) && missing.globals.has(callee.name)) found.add(callee.name)
  }
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (computed || !isName(object) || !isName(property)) return
      const name = `${object.name}.${property.name}`
      if (missing.statics.has(name)) found.add(name)
    },
    NewExpression: ({ callee }) => addGlobal(callee),
    CallExpression({ callee, optional }) {
      addGlobal(callee)
      if (optional || callee.type !== 'MemberExpression' || callee.computed || !isName(callee.property))
        return
      if (missing.methods.has(callee.property.name)) found.add(`.${callee.property.name}()`)
    },
    Literal(node) {
      if ('regex' in node && node.regex && /[vd]/.test(node.regex.flags)) found.add(`/${node.regex.flags}`)
    },
  }).visit(program)
  return [...found]
}
