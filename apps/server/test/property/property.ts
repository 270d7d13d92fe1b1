import type { PaymentProvider } from '@playhub/contract'
import fc from 'fast-check'
import { anyCommands } from './commands.ts'
import type { Environment } from './environment.ts'
import { findViolations } from './final-state.ts'
import { startRun } from './run.ts'
import { finishEverything } from './time.ts'

/** The hub's rows agree with the providers' data after any commands. */
export function consistencyProperty(
  providers: PaymentProvider[],
  currentEnvironment: () => Promise<Environment>,
  replayPath?: string | undefined,
) {
  return fc.asyncProperty(anyCommands(providers, replayPath), async (commands) => {
    const run = await startRun(await currentEnvironment())
    await fc.asyncModelRun(() => ({ model: { items: 1 }, real: run }), commands)
    await finishEverything(run)
    const violations = await findViolations(run)
    if (violations.length > 0) throw new Error(violations.join('\n'))
  })
}
