import { install } from '../shared/install.ts'
import { createPoki } from './poki.ts'

install(createPoki)
