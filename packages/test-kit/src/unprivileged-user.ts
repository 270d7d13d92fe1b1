const nobody = 65534

/** Runs synchronous code without root's rights, because root can read every file. */
export function asUnprivilegedUser<T>(run: () => T): T {
  if (process.geteuid?.() !== 0) return run()
  process.seteuid?.(nobody)
  try {
    return run()
  } finally {
    process.seteuid?.(0)
  }
}
