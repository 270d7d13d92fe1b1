/** A file of a build. Its content is stored once per project, under its hash. */
export type BuildFile = {
  sha256: string
  sizeBytes: number
  /** MIME type to serve; for `x.wasm.br` that of `x.wasm`. */
  type: string
  /** The file itself is compressed and is served with this `Content-Encoding`. */
  encoding: 'br' | 'gzip' | null
  /** The content compressed with brotli after publishing; null when that saves too little or is not done yet. */
  brotliSha256: string | null
}

/** A build's files by path, such as `assets/hero.png`. */
export type Manifest = Map<string, BuildFile>

type Entry = [
  sha256: string,
  sizeBytes: number,
  type: string,
  encoding: 'br' | 'gzip' | null,
  brotliSha256: string | null,
]

/** One text, because readers always need all of it. */
export function formatManifest(manifest: Manifest): string {
  const entries = [...manifest].map(([path, { sha256, sizeBytes, type, encoding, brotliSha256 }]) => {
    const entry: Entry = [sha256, sizeBytes, type, encoding, brotliSha256]
    return [path, entry]
  })
  return JSON.stringify(Object.fromEntries(entries))
}

export function parseManifest(text: string): Manifest {
  // A map: a path such as `__proto__` is only a key there.
  const entries = Object.entries<Entry>(JSON.parse(text))
  return new Map(
    entries.map(([path, [sha256, sizeBytes, type, encoding, brotliSha256]]) => [
      path,
      { sha256, sizeBytes, type, encoding, brotliSha256 },
    ]),
  )
}
