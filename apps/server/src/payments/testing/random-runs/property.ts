import type { PaymentProvider } from '@playhub/contract'
import fc from 'fast-check'
import { anyDeeds } from './commands.ts'
import type { World } from './environment.ts'
import { findWrongs } from './final-state.ts'
import { beginLife } from './run.ts'
import { comeToRest } from './time.ts'

/** That all books agree after any life: what is tried with random ones. */
export function booksAgree(
  providers: PaymentProvider[],
  worldNow: () => Promise<World>,
  replayPath?: string | undefined,
) {
  return fc.asyncProperty(anyDeeds(providers, replayPath), async (deeds) => {
    const life = await beginLife(await worldNow())
    await fc.asyncModelRun(() => ({ model: { orders: 1 }, real: life }), deeds)
    await comeToRest(life)
    const wrongs = await findWrongs(life)
    if (wrongs.length > 0) throw new Error(wrongs.join('\n'))
  })
}
