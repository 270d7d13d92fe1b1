/** How commands write counts and instants. */

/** `1 webhook`, `2 webhooks`, `2 tries`. */
export function count(many: number, one: string, several = `${one}s`): string {
  return `${many} ${many === 1 ? one : several}`
}

/** Shows the zone, which is UTC. */
export const instant = (at: number) => new Date(at).toISOString()
