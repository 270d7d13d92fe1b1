import { useState } from 'react'
import { localStore, storageKeys } from '../../lib/browser/storage.ts'

/** Where a visitor who is not of age is sent. */
export const ELSEWHERE = 'https://www.google.com/'

/** Whether somebody here has said to be 18 or over, and the way to say so. */
export function useAgeConfirmation(): [isConfirmed: boolean, confirm: () => void] {
  const [isConfirmed, setIsConfirmed] = useState(() => localStore.get(storageKeys.ageVerified) === 'true')
  const confirm = () => {
    localStore.set(storageKeys.ageVerified, 'true')
    setIsConfirmed(true)
  }
  return [isConfirmed, confirm]
}
