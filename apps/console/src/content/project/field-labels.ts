import { useTranslation } from 'react-i18next'
import { formatLanguage } from '../../lib/format.ts'
import type { YamlPath } from '../yaml/yaml-edit.ts'

/** Labels, hints and names of values of the file's fields, by their path. A field that this release does not know has its name. */
export function useFieldLabels() {
  const { i18n } = useTranslation('content-project')
  const find = (path: YamlPath, kind: string): string | undefined => {
    const names = path.filter((name) => typeof name === 'string')
    const key = ['field', ...names, kind].join('.')
    const text: unknown = i18n.getResource(i18n.language, 'content-project', key)
    return typeof text === 'string' ? text : undefined
  }
  return {
    label: (path: YamlPath) => find(path, 'label') ?? path.join('.'),
    hint: (path: YamlPath) => find(path, 'hint'),
    option: (path: YamlPath, value: string) =>
      isLanguage(path) ? formatLanguage(value, i18n.language) : (find(path, `option.${value}`) ?? value),
  }
}

const isLanguage = (path: YamlPath) => ['defaultLanguage', 'languages'].includes(String(path.at(-1)))
