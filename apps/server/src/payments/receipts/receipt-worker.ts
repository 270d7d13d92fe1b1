import { constants } from 'node:os'
import { workInBackground } from '../../platform/background-work.ts'
import { renderReceipt } from './receipt-pdf.ts'

workInBackground(constants.priority.PRIORITY_BELOW_NORMAL, renderReceipt)
