import type { Reporter, TestModule } from 'vitest/node'

/** Prints `flaky: <file> > <name>` at the end for each test that failed at first and passed when it was run again. */
export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        if (test.diagnostic()?.flaky) console.log(`flaky: ${module.relativeModuleId} > ${test.fullName}`)
      }
    }
  }
}
