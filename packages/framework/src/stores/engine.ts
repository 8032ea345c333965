/** A record of a stream, or the value under a name. */
export interface Stored {
  /** Grows with each record of a stream or value of a name; see `isOrdered`. No two records of an engine have the same. */
  seq: number
  /** Never empty. */
  data: string
}

/** How far parts of an engine were. Only the engine that returned it reads it. */
export type Moment = ReadonlyMap<string, number>

/**
 * What a distributed engine must do to keep streams: append to a named stream if its last record is N. The rest of a
 * store is built on it in `engine-log.ts` and its neighbours. `engineContract` is its suite, and `createMemoryEngine` beside
 * that the shortest one. Names consist of tokens of letters, digits, `_` and `-` between dots;
 * those that begin with `log.` are streams, all others hold one value.
 */
export interface Engine {
  /** Whether the numbers of all streams grow together, so that they serve as fences. */
  readonly isOrdered: boolean
  /** The most bytes of a record or value. A larger one is refused with a `RecordSizeError`. */
  readonly maxBytes: number
  /**
   * Appends if the last record is `after` (0: there is none), and returns `undefined` otherwise. A write whose
   * acknowledgement was lost is recognised and not repeated.
   */
  append(name: string, data: string, after: number): Promise<number | undefined>
  /** Replaces the value under a name. The engine deletes it after `ttl` milliseconds, or a little later. */
  put(name: string, data: string, ttl?: number): Promise<number>
  /** Returns the last record as of now, also one that another node wrote. */
  last(name: string): Promise<Stored | undefined>
  /** Returns how far the streams are now, for `lasts`. */
  moment(): Promise<Moment>
  /**
   * Returns the last records or values under many names, in the order of the names, and the moment.
   * They are as of now, or with `at` as of that moment or later. What nothing was appended to since an earlier moment is `same`,
   * also if it was purged since.
   */
  lasts(
    names: readonly string[],
    options?: { at?: Promise<Moment>; since?: Moment | undefined },
  ): Promise<{ found: (Stored | 'same' | undefined)[]; at: Moment }>
  /** Returns the data of the records after `after` up to the record `upTo`, in order, or `undefined` if it was purged meanwhile. */
  read(name: string, after: number, upTo: number): Promise<string[] | undefined>
  /** Deletes the records up to a number; of values also those that match a pattern. */
  purge(name: string, upTo: number): Promise<void>
  /** Returns the names of values that match a pattern, in which `*` stands for one token. */
  names(pattern: string): Promise<string[]>
  /** Returns those of them that were put after a number and exist, in the order in which they were put. */
  since(pattern: string, after: number): Promise<{ name: string; seq: number }[]>
  /** Calls the listener with each signal of another node. `ready` resolves once none can be missed. */
  subscribe(name: string, listener: (text: string) => void): { ready: Promise<void>; stop(): void }
  /** Sends a text to the subscribers of other nodes. It may be lost. */
  signal(name: string, text: string): void
  /** Called when signals may have been lost. */
  onReconnect(listener: () => void): void
  /** The time on the clock of the engine, in milliseconds since the epoch. */
  now(): number
  close(): Promise<void>
}

/** Any text as a token of a name. JSON keeps lone surrogates apart. */
export const toToken = (text: string): string => `_${Buffer.from(JSON.stringify(text)).toString('base64url')}`

export const fromToken = (token: string): string => JSON.parse(Buffer.from(token.slice(1), 'base64url').toString())
