/** Matches the Chromium, Firefox and Safari messages for a failed import, not errors thrown by the module. */
export const isImportFailure = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)

const pausesMs = [500, 1000, 2000, 4000]

/**
 * Imports again what failed to load: a busy hub refuses files for seconds.
 * @throws the import's error, after the last try
 */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await load()
    } catch (error) {
      if (!isImportFailure(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return load()
}
