import { expect, test } from 'vitest'
import { type BuildProblemCode, buildProblems } from './build-problems.ts'
import { russianBuildProblems } from './russian-build-problems.ts'

test('a Russian sentence names the same values', () => {
  const listValues = (text: string) => text.match(/\{\w+\}/g) ?? []
  for (const [code, text] of Object.entries(buildProblems)) {
    const translated = russianBuildProblems[code as BuildProblemCode]
    expect([code, listValues(translated)]).toEqual([code, listValues(text)])
  }
})
