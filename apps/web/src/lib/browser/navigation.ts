type Navigate = (to: string, options?: { replace?: boolean }) => void

let go: Navigate = (to, options) =>
  options?.replace ? globalThis.location.replace(to) : globalThis.location.assign(to)

/** Moves to an address of ours from code that is not a component; the router takes this over once it runs. */
export const navigate: Navigate = (to, options) => go(to, options)

export function provideNavigate(use: Navigate): void {
  go = use
}
