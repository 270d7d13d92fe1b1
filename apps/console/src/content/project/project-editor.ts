import type { ContentState, Sentence } from '@playhub/contract/operator'
import { useMemo } from 'react'
import { useOutletContext } from 'react-router'
import { type DraftFile, useDraftFile } from '../use-draft-file.ts'
import type { YamlEdit, YamlPath } from '../yaml/yaml-edit.ts'
import { type FieldProblem, findProblem, useFieldProblems } from './field-problems.ts'
import type { loadProject } from './load-project.ts'
import type { SchemaNode } from './schema.ts'

export type ProjectEditor = {
  project: string
  schema: SchemaNode
  /** Offered languages, the default one of this project first. */
  languages: ContentState['languages']
  isReadOnly: boolean
  /** True where not even a patch of the folder may be made. */
  isSourceReadOnly: boolean
  file: DraftFile
  /** The file's fields, not checked; undefined while the text is no YAML. */
  fields: unknown
  /** Does nothing while the text is no YAML. */
  edit(change: (edit: YamlEdit) => void): void
  problems: readonly FieldProblem[]
  /** About offers of the draft. */
  warnings: readonly Sentence[]
  /** The hub's sentence about a field; with `isDeep`, also about what is inside it. */
  getProblem(path: YamlPath, isDeep?: boolean): string | undefined
}

/** The project of the page. Only for its tabs. */
export const useProjectEditor = () => useOutletContext<ProjectEditor>()

export function useLoadedProject(loaded: Awaited<ReturnType<typeof loadProject>>): ProjectEditor {
  const { project, content, schema, draft, canMakePatch, yaml } = loaded
  const file = useDraftFile(project, loaded.file, !canMakePatch)
  const problems = useFieldProblems(file.file.problems)
  const text = file.text ?? ''
  const { value, error } = useMemo(() => yaml.readYaml(text), [yaml, text])
  const isReadable = error === null
  const own = getField(value, ['defaultLanguage'])
  const { languages } = content
  return {
    project,
    schema,
    languages: [...languages].sort((one, other) => Number(other === own) - Number(one === own)),
    isReadOnly: draft === null,
    isSourceReadOnly: draft === null && !canMakePatch,
    file,
    fields: isReadable ? value : undefined,
    edit(change) {
      const text = file.getText() ?? ''
      if (yaml.readYaml(text).error === null) file.change(yaml.editYaml(text, change))
    },
    problems,
    warnings: draft?.warnings ?? [],
    getProblem: (path, isDeep = false) => findProblem(problems, path, isDeep),
  }
}

/** A field of unchecked content; undefined where there is none. */
export function getField(fields: unknown, path: YamlPath): unknown {
  let value = fields
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string | number, unknown>)[name]
  }
  return value ?? undefined
}

export function getText(fields: unknown, path: YamlPath): string {
  const value = getField(fields, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function getList(fields: unknown, path: YamlPath): unknown[] {
  const value = getField(fields, path)
  return Array.isArray(value) ? value : []
}
