import {
  acceptBuildStorage,
  createBuildStorage,
  describePlace,
  listIncompleteBuilds,
} from '../../builds/index.ts'
import { recordOperation } from '../../platform/audit-log.ts'
import { transact } from '../../platform/database/database.ts'
import { type CommandContext, onDatabase, toOperation } from '../command-context.ts'

export function acceptStorage(context: CommandContext): Promise<void> {
  const { config, print } = context
  return onDatabase(context, async ({ db, clock }) => {
    const place = describePlace(config.buildStorage)
    const after = await acceptBuildStorage(db, config)
    const change = { action: 'build.accept-storage', subject: 'build-storage', after, at: clock.now() }
    await transact(db, (tx) => recordOperation(tx, toOperation(context), change))
    const incomplete = await listIncompleteBuilds(db, createBuildStorage(config.buildStorage))
    context.setJson({ location: after, incomplete })
    print(`Games are kept in ${place} from now on.`)
    for (const { project, number, missing } of incomplete)
      print(`  build ${number} of ${project} lacks ${missing} files: publish it again`)
  })
}
