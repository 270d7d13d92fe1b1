import { publishedAheadMs, rotateSigningKeys } from '../platform/keys/signing-keys.ts'
import { type CommandContext, onDatabase, toOperation } from './command-context.ts'

/** A new key signs ten minutes later, when every hub and every game server knows it. */
export function rotateKeys(context: CommandContext): Promise<void> {
  return onDatabase(context, async (deps) => {
    const ids = await rotateSigningKeys(deps, toOperation(context))
    context.setJson({ keys: ids, signFrom: new Date(deps.clock.now() + publishedAheadMs).toISOString() })
    context.print('New keys sign login and game tokens in ten minutes, on every hub without a restart.')
    context.print('Tokens of the old keys stay valid until they expire.')
  })
}
