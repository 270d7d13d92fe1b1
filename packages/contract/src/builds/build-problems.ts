/**
 * Reasons for refusing a build, and advice for its team. The API and commands send these sentences; pages show them in
 * Russian, too. A `{name}` is a value of the problem; one ending in `Bytes` is shown with a unit.
 */
export const buildProblems = {
  ARCHIVE_TOO_LARGE: 'The archive is larger than {limitBytes}: leave out what the game does not load.',
  ARCHIVE_NOT_ZIP: 'This is not a zip archive: pack the game as .zip, not as rar, 7z, tar or gzip.',
  ARCHIVE_BROKEN: 'The archive is damaged or cut off: pack it again and upload it whole.',
  ARCHIVE_SEVERAL_DISKS: 'The archive is split into several parts: pack it as one file.',
  ARCHIVE_FOREIGN_BYTES:
    'The archive has bytes outside its files, such as those of a self-extracting program: pack it as a plain zip.',
  ARCHIVE_ENTRIES_TOO_MANY:
    'The archive has more than {limit} entries: leave out what the game does not load.',
  ARCHIVE_TOO_SLOW: 'The archive takes too long to unpack: make it smaller.',
  ENTRY_ENCRYPTED: 'The file is encrypted: pack the game without a password.',
  ENTRY_METHOD_UNSUPPORTED:
    'The file is packed with a method other than store and deflate: pack it as a plain zip.',
  ENTRY_AMBIGUOUS:
    'The archive describes this file twice, in different ways: pack it again with another program.',
  ENTRY_OVERLAPS: 'The file shares its bytes with another entry: pack it again with another program.',
  ENTRY_BROKEN: 'The file is damaged: pack the archive again.',
  ENTRY_SIZE_WRONG: 'The file has another size than the archive states: pack it again.',
  ENTRY_CHECKSUM_WRONG: 'The file differs from its checksum: pack the archive again.',
  FILE_TOO_LARGE: 'The file is larger than {limitBytes}: split it or compress it.',
  PAGE_TOO_LARGE:
    'The page is larger than {limitBytes}, unpacked: load its scripts and assets from files of their own.',
  FILES_TOO_LARGE: 'The files together are larger than {limitBytes}: leave out what the game does not load.',
  FILES_TOO_MANY: 'The build has more than {limit} files: pack assets together, or leave out sources.',
  FILE_KIND_UNSUPPORTED:
    'Only plain files and folders are accepted, no links or devices: copy the file itself.',
  PATH_NOT_UTF8: 'The name is not UTF-8: rename the file with Latin letters.',
  PATH_UNSAFE: 'The path leads out of the build or is absolute: pack the folder of the game itself.',
  PATH_CHARACTER:
    'The name has a character that not every system accepts (\\ : or a control character): rename the file.',
  PATH_NAME:
    'The name is reserved, or ends with a dot or space, which Windows does not accept: rename the file.',
  PATH_TOO_LONG: 'The path is longer than 240 bytes or 20 folders: shorten it.',
  PATH_TWICE: 'The path exists twice, perhaps in upper and lower case: keep one of the files.',
  PATH_FILE_AND_FOLDER: 'The path is a file and a folder at once: rename one of them.',
  INDEX_MISSING: 'There is no index.html: pack the folder that contains the start page of the game.',
  FILE_FORBIDDEN: 'Server programs, settings and keys are not part of a game: leave the file out.',
  PATH_RESERVED: 'The hub uses this path itself: rename the folder.',

  JUNK_DROPPED: 'Dropped what a game does not need, such as this: {count} in all.',
  INDEX_RENAMED: 'The build has no index.html, so this page becomes its start page.',
  ABSOLUTE_PATH:
    'The page loads {target} by a path from the root: set a relative base, such as base: "./" in Vite.',
  SOURCE_MAP: 'Source maps show the source code to everybody: leave them out unless you want that.',
  START_LARGE:
    'The build has {sizeBytes} of files at its start: players on phones wait long. Load levels later.',
  THREADS_NEEDED:
    'The build needs threads (SharedArrayBuffer), which work in Chromium only: export it without threads, or set game.isolated.',
  PORTAL_SDK:
    'The build uses the SDK of {portal}. In the project file, set game: { compat: {compat} }, so that it works here.',
  SITE_LOCK:
    'The code seems to let the game run at {host} only. Allow the addresses of this hub, or export the build without its site lock.',
} as const

export type BuildProblemCode = keyof typeof buildProblems
