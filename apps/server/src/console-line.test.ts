import { expect } from 'vitest'
import { test } from '../test/support/hub-test.ts'
import { addReadyOperator } from '../test/support/operators/operators.ts'
import { describeConsole } from './console-line.ts'

const ownHost = test.extend('hubOptions', { env: { CONSOLE_URL: 'https://console.hub.test' } })

test('without an owner, the start says how to invite the first one', async ({ hub }) => {
  const { publicUrl } = hub.context.config.http
  expect(await describeConsole(hub.context)).toBe(
    `The console opens at ${publicUrl}/console once you invite the first owner: npm run hub -- operators add <email> --role owner`,
  )
})

ownHost('with an owner, the start says where the console is', async ({ hub }) => {
  await addReadyOperator(hub)
  expect(await describeConsole(hub.context)).toBe('The console is at https://console.hub.test')
})
