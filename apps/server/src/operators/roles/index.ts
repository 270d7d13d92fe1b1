/** Apart from the capability's other calls, which load passkeys and password hashing. */
export { findOperator } from '../operator-store.ts'
export { findStaff } from './find-staff.ts'
export { listReportReaders } from './report-readers.ts'
export { listGrants } from './role-store.ts'
