export { openGameFiles } from './open-game-files.ts'
export { loadPreviewSecret, toPreviewUrl } from './previews.ts'
export { runGameFiles } from './run-game-files.ts'
