/** For SQL's `in`: PostgreSQL refuses an empty list, so it becomes one that no id equals. */
export function toInList(ids: readonly string[] | undefined): readonly string[] {
  return ids === undefined || ids.length === 0 ? [''] : ids
}
