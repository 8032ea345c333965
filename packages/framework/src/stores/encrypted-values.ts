import type { Keyring } from '../keys/keyring.ts'
import { ENCRYPTED, type LogEntry, type StreamRecord, toRegisterText, UnreadableError } from '../log/log.ts'
import type { Json } from '../tools/json.ts'

/** Encrypts and decrypts the values of one stream, each for its field. */
export class StreamCipher {
  readonly #keyring: Keyring
  readonly #kind: string
  readonly #id: string

  constructor(keyring: Keyring, kind: string, id: string) {
    this.#keyring = keyring
    this.#kind = kind
    this.#id = id
  }

  seal(field: string, value: Json): string {
    return this.sealText(field, JSON.stringify(value))
  }

  /** Seals JSON. */
  sealText(field: string, text: string): string {
    return this.#keyring.seal(ENCRYPTED, Buffer.from(text), this.#placeOf(field))
  }

  /** Throws a `RegisterError` when it is too large. */
  sealRegister(register: Json): string {
    return this.sealText('register', toRegisterText(this.#id, register))
  }

  canOpen(field: string, value: Json): boolean {
    return this.#decrypt(field, value) !== undefined
  }

  /** Throws an `UnreadableError` unless the value was sealed for this field of this stream with one of the keys. */
  open(field: string, value: unknown): Json {
    const data = this.#decrypt(field, value)
    if (data !== undefined) return JSON.parse(data.toString())
    const cause = new Error(
      `the ${field} of ${this.#kind} ${this.#id} cannot be decrypted: ${toReason(value)}, or it was changed or moved`,
    )
    throw new UnreadableError('the store cannot be read with the keys of this server', { cause })
  }

  openRecord<R extends StreamRecord>(record: R): R {
    const { about, register } = record
    return {
      ...record,
      about: this.open('about', about),
      ...(register !== undefined && { register: this.open('register', register) }),
    }
  }

  openEntries(entries: readonly LogEntry<unknown>[]): LogEntry<unknown>[] {
    return entries.map(({ lsn, event }) => ({ lsn, event: this.open(`record ${lsn}`, event) }))
  }

  #decrypt(field: string, value: unknown): Buffer | undefined {
    return typeof value === 'string' ? this.#keyring.open(ENCRYPTED, value, this.#placeOf(field)) : undefined
  }

  /** As JSON, so that no two streams share a place. */
  #placeOf(field: string): string {
    return JSON.stringify([this.#kind, this.#id, field])
  }
}

const toReason = (value: unknown): string =>
  typeof value === 'string' && value.startsWith(`${ENCRYPTED}.`)
    ? `it needs key ${value.split('.')[1]}`
    : 'it is not encrypted'
