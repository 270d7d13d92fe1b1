import { constants } from 'node:os'
import { serveTasks } from '../../platform/workers/worker.ts'
import { renderReceipt } from './receipt-pdf.ts'

serveTasks(constants.priority.PRIORITY_BELOW_NORMAL, renderReceipt)
