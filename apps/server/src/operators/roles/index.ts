/** Apart from the capability's other calls, which load passkeys and password hashing. */
export { findStaff } from './find-staff.ts'
