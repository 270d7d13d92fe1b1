import { v7 } from 'uuid'

/** A new row's id: UUIDv7, so that ids sort by the time they were made. */
export function newId(): string {
  return v7()
}

/** Names requests in logs and problems: this process and a count, cheap enough for every request. */
export function requestIds(): () => string {
  const process = newId().slice(-12)
  let count = 0
  return () => {
    count += 1
    return `${process}-${count.toString(36)}`
  }
}
