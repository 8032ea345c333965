type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Returns the fields that are set: an optional field of a type is absent, and never `undefined`. */
export function defined<T extends object>(fields: T): Defined<T> {
  const result: Defined<T> = {}
  for (const key in fields)
    if (fields[key] !== undefined) result[key] = fields[key] as Exclude<T[typeof key], undefined>
  return result
}
