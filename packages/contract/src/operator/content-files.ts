/** Stands for the files that belong to no project: `hub.yaml`, documents, pages and languages. */
export const hubFiles = '_hub'

/** A text file is at most this long, in UTF-16 units. */
export const maxContentText = 300_000
