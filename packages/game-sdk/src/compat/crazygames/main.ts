import { install } from '../shared/install.ts'
import { createCrazyGames } from './crazygames.ts'

install(createCrazyGames)
