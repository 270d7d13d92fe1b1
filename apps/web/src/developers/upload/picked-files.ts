/** A file with its path in the build. */
export type PickedFile = { path: string; file: File }

/** Folders no build needs; the hub drops them as well. */
const skipped = new Set(['node_modules', '.git', '.svn', '.idea', '.vscode', '__MACOSX'])

/** A single file, unless it is a page, is an archive, or is taken for one: the hub reports its problems. */
export function findArchive([first, ...others]: PickedFile[]): File | undefined {
  const isArchive = first && others.length === 0 && !/\/|\.html?$/i.test(first.path)
  return isArchive ? first.file : undefined
}

/** The upload's name on the page: the archive, or the folder around everything. */
export function nameFiles(files: PickedFile[]): string {
  return files[0]?.path.split('/')[0] ?? ''
}

/** The files of an input, which is for one file or for a folder. */
export function readInput(files: Iterable<File>): PickedFile[] {
  return [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !path.split('/').some((name) => skipped.has(name)))
}

/** Must be called while the drop is handled: the browser forgets the items afterwards. */
export function readDrop({ items }: DataTransfer): Promise<PickedFile[]> {
  const dropped = [...items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  return listAll(dropped.filter((each) => each !== null))
}

async function listAll(dropped: (FileSystemEntry | File)[]): Promise<PickedFile[]> {
  return (await Promise.all(dropped.map(listFiles))).flat()
}

async function listFiles(dropped: FileSystemEntry | File): Promise<PickedFile[]> {
  if (dropped instanceof File) return readInput([dropped])
  if (skipped.has(dropped.name)) return []
  if (isFolder(dropped)) return listAll(await readFolder(dropped.createReader()))
  const file = await new Promise<File>((resolve, reject) =>
    (dropped as FileSystemFileEntry).file(resolve, reject),
  )
  return [{ path: dropped.fullPath.replace(/^\//, ''), file }]
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Browsers hand over some entries at a time, and none at the end. */
async function readFolder(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
    reader.readEntries(resolve, reject),
  )
  return entries.length === 0 ? [] : [...entries, ...(await readFolder(reader))]
}
