/** All saves of one player in one game, and so the largest single save, in bytes of UTF-8. */
export const maxSavesBytes = 1_048_576
/** How many keys a player has in one game. */
export const maxSaveKeys = 64
/** Writes and removals by one player in one game. Beyond them: TOO_MANY_REQUESTS with `Retry-After`. */
export const maxSaveWritesPerMinute = 60
/** `__proto__` would change objects that hold saves by key. */
export const saveKeyPattern = /^(?!__proto__$)[\w.:/-]{1,64}$/
/** Holds the whole local storage of a game: `Playhub.storage`, and `saves: auto` in the project's file. */
export const storageSaveKey = 'storage'
