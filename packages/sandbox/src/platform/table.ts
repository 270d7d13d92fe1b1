/** Records by id in insertion order, with lookup by further keys. */
export class Table<T, Key extends string = never> {
  readonly #records = new Map<string, T>()
  readonly #getId: (record: T) => string
  readonly #indexes: { key: Key; getKey(record: T): string | null; ids: Map<string, string> }[]

  /** @param keys  Reads each further key of a record; null leaves the record out of the index */
  constructor(getId: (record: T) => string, keys = {} as Record<Key, (record: T) => string | null>) {
    this.#getId = getId
    this.#indexes = (Object.keys(keys) as Key[]).map((key) => ({ key, getKey: keys[key], ids: new Map() }))
  }

  get(id: string | null | undefined): T | undefined {
    return id ? this.#records.get(id) : undefined
  }

  /** The latest inserted record with this key. */
  findBy(key: Key, value: string): T | undefined {
    return this.get(this.#indexes.find((index) => index.key === key)?.ids.get(value))
  }

  /** Inserts or replaces a record. Its further keys are read at the insertion and never change. */
  put(record: T): void {
    const id = this.#getId(record)
    if (!this.#records.has(id)) {
      for (const { getKey, ids } of this.#indexes) {
        const value = getKey(record)
        if (value !== null) ids.set(value, id)
      }
    }
    this.#records.set(id, record)
  }

  /** Oldest first. */
  all(): T[] {
    return [...this.#records.values()]
  }

  /** Newest first. */
  newest(limit?: number): T[] {
    return (limit === undefined ? this.all() : this.all().slice(-limit)).reverse()
  }

  save(): T[] {
    return this.all()
  }

  load(records: T[]): void {
    for (const record of records) this.put(record)
  }
}
