import { createKeeper } from '../kit/keeper.ts'
import { createSound } from '../kit/sound.ts'
import { startGame } from '../kit/start.ts'
import { createGame } from './game.ts'
import { savesFrom } from './save.ts'
import { LOCAL_CATALOG } from './shop/goods.ts'
import { tonesOf } from './sound.ts'
import { loadSprites } from './view/sprites.ts'

const seed = Math.floor(Math.random() * 2 ** 32)

await startGame({
  localCatalog: LOCAL_CATALOG,
  loadSprites,
  create: (parts) =>
    createGame({
      ...parts,
      keeper: createKeeper(savesFrom(seed), parts.hub.player.id),
      sound: createSound('familytown', tonesOf),
    }),
})
