import { install } from '../shared/install.ts'
import { createYandex } from './yandex.ts'

install(createYandex)
