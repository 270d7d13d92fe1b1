const nobody = 65534

/** Runs synchronous code without the rights of root, for whom every file is readable. */
export function asUnprivilegedUser<T>(run: () => T): T {
  if (process.geteuid?.() !== 0) return run()
  process.seteuid?.(nobody)
  try {
    return run()
  } finally {
    process.seteuid?.(0)
  }
}
