import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** At the end of a run, prints `skipped: <file> > <name> (<project>): <reason>` for each skipped test. */
export default class SkipReporter implements Reporter {
  private isSelection = false

  onInit(vitest: Vitest): void {
    this.isSelection = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].flatMap((test) => {
        const result = test.result()
        const reason = result.state === 'skipped' ? result.note : undefined
        // Vitest skips what `-t` does not select.
        if (!reason && this.isSelection) return []
        const project = test.project.name && ` (${test.project.name})`
        return [
          `skipped: ${module.relativeModuleId} > ${test.fullName}${project}: ${reason ?? 'no reason is given'}`,
        ]
      }),
    )
    for (const line of lines) console.log(line)
  }
}
