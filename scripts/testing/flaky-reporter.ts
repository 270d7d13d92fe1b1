import type { Reporter, TestModule } from 'vitest/node'

/**
 * For each test that failed at first and passed when it was run again, prints why it failed, and at the end
 * `flaky: <file> > <name>`.
 */
export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => ({
          name: `${module.relativeModuleId} > ${test.fullName}`,
          errors: test.result().errors,
        })),
    )
    for (const { name, errors = [] } of flaky) {
      console.log(`At first, ${name} failed:`)
      for (const { message, stack } of errors) console.log(stack ?? message)
    }
    for (const { name } of flaky) console.log(`flaky: ${name}`)
  }
}
