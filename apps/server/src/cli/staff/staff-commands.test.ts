import { isAnyRefusalCode, type OperatorRoute, operatorRoutes } from '@playhub/contract/operator'
import { expect, test } from 'vitest'
import { commandList } from '../command-list.ts'
import { refusalSentences } from '../refusal-sentences.ts'
import { findField } from './fields.ts'
import { listStaffCommands } from './staff-commands.ts'

const routes = Object.entries(operatorRoutes) as [string, OperatorRoute][]

test('every call of the operator API has a command or says why it has none', () => {
  const ownLogin = (permission: string) => permission === 'public' || permission === 'self'
  const silent = routes.filter(
    ([, { command, permission, isExport }]) => !command && !ownLogin(permission) && !isExport,
  )
  expect(silent.map(([key]) => key)).toEqual([])
})

test('each name stands for one command', () => {
  const names = [...listStaffCommands().map(({ command }) => command.name), ...Object.keys(commandList)]
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

test('arguments, options and fixed values are fields of the call', () => {
  for (const { route, command } of listStaffCommands()) {
    const options = Object.values(command.options ?? {}).map((field) => field.split('=')[0] ?? '')
    const fields = [
      ...Object.values(command.arguments ?? {}),
      ...options,
      ...Object.keys(command.fixed ?? {}),
    ]
    for (const field of fields) expect(() => findField(route, field), command.name).not.toThrow()
  }
})

test('every refusal of a command has a sentence', () => {
  const codes = new Set(listStaffCommands().flatMap(({ route }) => route.refusals))
  expect([...codes].filter((code) => isAnyRefusalCode(code) && !refusalSentences[code])).toEqual([])
})
