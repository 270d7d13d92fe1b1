import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test as base } from '../../test/support/hub-test.ts'
import { checkRunningHub } from './doctor.ts'

const test = base.extend('hubOptions', () => ({ content: {} }))

test('a running hub checks the content that it has read, and tells what is wrong with newer content', async ({
  hub,
}) => {
  const { config, catalogue } = hub.context
  const listProblems = async () =>
    (await checkRunningHub(hub.context)).find(({ service }) => service === 'content')?.problems
  writeFileSync(join(config.contentDir, 'projects/islandm3.yaml'), 'name: 7\n')
  expect(await listProblems()).toEqual([])
  catalogue.reload()
  expect(await listProblems()).toContainEqual(catalogue.state().rejected?.issues[0])
})
