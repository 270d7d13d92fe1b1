import type { Context } from './context.ts'

/** Tells how to reach the console, which is a 404 until it has an owner. */
export async function describeConsole({ config, operators }: Context): Promise<string> {
  const { url } = config.console
  return (await operators.hasOwner())
    ? `The console is at ${url}`
    : `The console opens at ${url} once you invite the first owner: npm run hub -- operators add <email> --role owner`
}
