import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * At the end of a run, prints `flaky: <file> > <name> (<project>)` for each test that passed only at its second try,
 * after the errors of the first, and `failed: <file> > <name> (<project>): <error>` for each failed one.
 */
export default class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = listTests(modules, 'passed').filter(({ test }) => test.diagnostic()?.flaky)
    for (const { name, test } of flaky) {
      console.log(`At first, ${name} failed:`)
      for (const { message, stack } of test.result().errors ?? []) console.log(stack ?? message)
    }
    for (const { name } of flaky) console.log(`flaky: ${name}`)
    for (const { name, test } of listTests(modules, 'failed')) {
      const [message = ''] = test.result().errors?.map((error) => error.message) ?? []
      console.log(`failed: ${name}: ${message.split('\n', 1)[0]}`)
    }
    for (const module of modules) {
      for (const { message } of module.errors()) console.log(`failed: ${module.relativeModuleId}: ${message}`)
    }
  }
}

function listTests(
  modules: readonly TestModule[],
  state: 'passed' | 'failed',
): { name: string; test: TestCase }[] {
  return modules.flatMap((module) =>
    [...module.children.allTests(state)].map((test) => {
      const project = test.project.name && ` (${test.project.name})`
      return { name: `${module.relativeModuleId} > ${test.fullName}${project}`, test }
    }),
  )
}
