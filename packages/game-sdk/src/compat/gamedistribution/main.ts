import { install } from '../shared/install.ts'
import { createGameDistribution } from './gamedistribution.ts'

install(createGameDistribution)
