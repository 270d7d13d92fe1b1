import { autocompletion, type CompletionContext } from '@codemirror/autocomplete'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import type { SchemaNode } from '../schema.ts'
import { completeYaml } from './complete-yaml.ts'

export type Problem = { line: number | undefined; text: string }

type Options = {
  parent: HTMLElement
  text: string
  label: string
  schema: SchemaNode
  isReadOnly: boolean
  onChange: (text: string) => void
}

/** A YAML editor. Tab leaves it. Loads when it is shown. */
export function createEditor({ parent, text, label, schema, isReadOnly, onChange }: Options) {
  const complete = ({ state, pos }: CompletionContext) => completeYaml(schema, state.sliceDoc(0, pos))
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      basicSetup,
      yaml(),
      syntaxHighlighting(highlights),
      autocompletion({ override: [complete] }),
      lintGutter(),
      theme,
      EditorView.lineWrapping,
      EditorState.lineSeparator.of(text.includes('\r\n') ? '\r\n' : '\n'),
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.sliceDoc())),
    ],
  })
  return {
    destroy: () => view.destroy(),
    /** Takes a text from elsewhere. The cursor stays in its line. */
    replace(next: string) {
      const now = view.state.sliceDoc()
      if (next !== now) view.dispatch({ changes: findChange(now, next) })
    },
    show(problems: readonly Problem[]) {
      const { doc } = view.state
      const diagnostics = problems.flatMap(({ line, text: message }): Diagnostic[] => {
        if (line === undefined || line > doc.lines) return []
        const { from, to } = doc.line(line)
        return [{ from, to, severity: 'error', message }]
      })
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goToLine(line: number) {
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines))
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      })
      view.focus()
    },
  }
}

/** The part that differs. Line ends count as the editor counts them: as one. */
function findChange(now: string, next: string) {
  const [old, fresh] = [now.replaceAll('\r\n', '\n'), next.replaceAll('\r\n', '\n')]
  let from = 0
  while (from < Math.min(old.length, fresh.length) && old[from] === fresh[from]) from++
  let end = 0
  while (end < Math.min(old.length, fresh.length) - from && old.at(-1 - end) === fresh.at(-1 - end)) end++
  return {
    from,
    to: old.length - end,
    insert: next.includes('\r\n')
      ? fresh.slice(from, fresh.length - end).replaceAll('\n', '\r\n')
      : fresh.slice(from, fresh.length - end),
  }
}

/** The page's colours, which follow the theme. */
const highlights = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--cool)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--foreground-soft)', fontStyle: 'italic' },
  { tag: [tags.labelName, tags.typeName, tags.meta], color: 'var(--warm)' },
  { tag: tags.string, color: 'var(--paid)' },
])

const theme = EditorView.theme({
  '&': {
    color: 'var(--foreground)',
    backgroundColor: 'var(--ink-0)',
    border: '1px solid var(--line-strong)',
    borderRadius: '12px',
    overflow: 'hidden',
    fontSize: '0.875rem',
  },
  '&.cm-focused': { outline: '3px solid var(--cool)', outlineOffset: '2px' },
  '.cm-content': { caretColor: 'var(--foreground)', minHeight: '24rem' },
  '.cm-cursor': { borderLeftColor: 'var(--foreground)' },
  '.cm-gutters': {
    color: 'var(--foreground-soft)',
    backgroundColor: 'var(--ink-1)',
    borderColor: 'var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in oklab, var(--ink-2) 60%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--cool) 30%, transparent)',
  },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--foreground)',
    backgroundColor: 'var(--ink-2)',
    border: '1px solid var(--line-strong)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--foreground)',
    backgroundColor: 'color-mix(in oklab, var(--cool) 30%, var(--ink-2))',
  },
  '.cm-diagnostic': { borderLeftColor: 'var(--fail)' },
})
