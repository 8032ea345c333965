/** A partition is two streams of JetStream: one of records, and one of values. */
export interface Partition {
  number: number
  /** Of how many. */
  count: number
  records: { stream: string; subject: string }
  values: { stream: string; subject: string }
  /** A subject among the values that always has a message. */
  present: string
}

/** Where a name is kept. */
export interface Place {
  stream: string
  subject: string
  /** Subjects of the same stream that have a message. */
  present: readonly string[]
  /** The number of a sequence, and back. Numbers of several partitions differ, and those of one grow. */
  toNumber(seq: number): number
  toSeq(number: number): number
}

export const createPartitions = (prefix: string, count: number): Partition[] =>
  Array.from({ length: count }, (_, number) => {
    const suffix = number === 0 ? '' : `_${number}`
    const values = { stream: `${prefix}_names${suffix}`, subject: `${prefix}.name${suffix}` }
    return {
      number,
      count,
      records: { stream: `${prefix}_log${suffix}`, subject: `${prefix}.log${suffix}` },
      values,
      present: `${values.subject}.present`,
    }
  })

/** Characters of a name. The servers close a connection that sends a longer line than 4 kB, which has the name and about 150 bytes more. */
const MAX_NAME = 3_500

export const isTooLong = (name: string): boolean => name.length > MAX_NAME

/** The names of what belongs to one stream, and is in its partition. All other values are in the first. */
const OF_STREAM = /^(?:log|snapshot|command)\.([^.]+\.[^.]+)/

export function findPlace(partitions: readonly Partition[], name: string): Place {
  const [, stream] = OF_STREAM.exec(name) ?? []
  const { number, count, records, values, present } =
    partitions[stream === undefined ? 0 : hash(stream) % partitions.length]!
  const isRecord = name.startsWith('log.')
  return {
    stream: isRecord ? records.stream : values.stream,
    subject: isRecord ? `${records.subject}.${name.slice('log.'.length)}` : `${values.subject}.${name}`,
    present: isRecord ? [] : [present],
    toNumber: (seq) => seq * count + number,
    toSeq: (n) => Math.max(0, Math.floor((n - number) / count)),
  }
}

/** FNV-1a: every node and every version of it must find a stream in the same partition. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  return sum >>> 0
}
