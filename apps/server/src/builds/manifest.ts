/** A file of a build. Its content is stored once per project, under its hash. */
export type BuildFile = {
  sha256: string
  sizeBytes: number
  /** MIME type to serve; for `x.wasm.br` the type of `x.wasm`. */
  type: string
  /** The file itself is compressed and is served with this `Content-Encoding`. */
  encoding: 'br' | 'gzip' | null
  /** The content compressed with brotli after publishing; null when it saves too little or is not done yet. */
  brotliSha256: string | null
  /** The compressed content about to be stored, so a sweep leaves it. */
  pendingBrotliSha256?: string
}

/** A build's files by path, such as `assets/hero.png`. */
export type Manifest = Map<string, BuildFile>

type Entry = [
  sha256: string,
  sizeBytes: number,
  type: string,
  encoding: 'br' | 'gzip' | null,
  brotliSha256: string | null,
  pendingBrotliSha256?: string,
]

/** One text, because readers always need all of it. */
export function formatManifest(manifest: Manifest): string {
  const entries = [...manifest].map(([path, file]) => {
    const { sha256, sizeBytes, type, encoding, brotliSha256, pendingBrotliSha256 } = file
    const entry: Entry = [sha256, sizeBytes, type, encoding, brotliSha256]
    return [path, pendingBrotliSha256 ? [...entry, pendingBrotliSha256] : entry]
  })
  return JSON.stringify(Object.fromEntries(entries))
}

export function parseManifest(text: string): Manifest {
  // A map: a path such as `__proto__` is only a key there.
  const entries = Object.entries<Entry>(JSON.parse(text))
  return new Map(
    entries.map(([path, [sha256, sizeBytes, type, encoding, brotliSha256, pendingBrotliSha256]]) => [
      path,
      {
        sha256,
        sizeBytes,
        type,
        encoding,
        brotliSha256,
        ...(pendingBrotliSha256 && { pendingBrotliSha256 }),
      },
    ]),
  )
}

/** All contents of a file, stored or about to be. */
export function listHashes({ sha256, brotliSha256, pendingBrotliSha256 }: BuildFile): string[] {
  return [sha256, brotliSha256, pendingBrotliSha256].filter((hash) => hash != null)
}
