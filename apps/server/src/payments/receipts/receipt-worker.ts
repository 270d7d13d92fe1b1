export { renderReceipt as default } from './receipt-pdf.ts'
