import { createKeeper } from '../kit/keeper.ts'
import { createSound } from '../kit/sound.ts'
import { startGame } from '../kit/start.ts'
import { createGame } from './game.ts'
import { saves } from './save.ts'
import { LOCAL_CATALOG } from './shop/goods.ts'
import { tonesOf } from './sound.ts'
import { loadSprites } from './view/sprites.ts'

await startGame({
  localCatalog: LOCAL_CATALOG,
  loadSprites,
  create: (parts) =>
    createGame({
      ...parts,
      keeper: createKeeper(saves, parts.hub.player.id),
      sound: createSound('islandm3', tonesOf),
    }),
})
