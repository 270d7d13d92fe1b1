/** All saves of one player in one game, and so the largest single save, in bytes of UTF-8. */
export const maxSavesBytes = 1_048_576
/** Keys per player in one game. */
export const maxSaveKeys = 64
/** Writes and removals by one player in one game. Beyond them: TOO_MANY_REQUESTS with `Retry-After`. */
export const maxSaveWritesPerMinute = 60
/** `__proto__` would change objects with saves by key. */
export const saveKeyPattern = /^(?!__proto__$)[\w.:/-]{1,64}$/
/** Holds the whole local storage of a game: `Playhub.storage`, and `saves: auto` in the project's file. */
export const storageSaveKey = 'storage'
/** Holds the databases of a game with `saves: auto`, record by record. */
export const databasesSaveKey = 'storage:databases'
/** Saves of items, which the hub's page merges one by one. */
export const itemSaveKeys = [storageSaveKey, databasesSaveKey] as const
export type ItemSaveKey = (typeof itemSaveKeys)[number]
export const isItemSave = (key: string): key is ItemSaveKey => itemSaveKeys.some((one) => one === key)
