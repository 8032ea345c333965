/**
 * The index of open questions: which questions wait for which people, over all streams.
 *
 * Q1 A question is opened and closed by the append whose records say so, so the index always agrees with the log.
 * Q2 An answer is appended only while its question is open: of two answers the first counts, on every node.
 * Q3 A store reads ids, audience names and times. The body is opaque to it.
 */
import { SweatpantsError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { StreamRef } from './log.ts'

/** Names a question among those of all streams. */
export interface QuestionRef extends StreamRef {
  /** Unique in its stream. A question that is asked again gets another key. */
  key: string
}

export interface NewQuestion {
  key: string
  /** The audience names that it is addressed to: `user:ada`, `role:manager`. */
  to: readonly string[]
  /** The number of people whose answers close it. Default 1. */
  quorum?: number
  /** Those of the quorum who have answered before. */
  answeredBy?: readonly string[]
  /** When it expires, in milliseconds since the epoch. The store only keeps it: the driver of the stream closes the question. */
  expiresAt?: number
  /** Whether it waits in the outbox until it was delivered. */
  isOutgoing?: boolean
  /** What is asked. */
  body: Json
}

/** A question that is open. */
export interface StoredQuestion extends QuestionRef {
  /** Its place among all questions; a later one is larger. */
  place: number
  /** The principal of its stream. */
  principal?: string
  to: readonly string[]
  quorum: number
  /** Those who have answered, while more must. */
  answeredBy: readonly string[]
  openedAt: number
  expiresAt?: number
  /** How often its delivery was tried. */
  tries: number
  body: Json
}

/** The changes of an append to the questions of its stream. A key that it closes and opens is asked anew. */
export interface QuestionChanges {
  /** A key that is open already stays as it is. */
  opens?: readonly NewQuestion[]
  /** Keys that are not open are ignored. */
  closes?: readonly string[]
  /**
   * Refused with a `QuestionClosedError` unless the question is open and `by` has not answered it. The last answer of its
   * quorum closes it, and so does one that `isLast`.
   */
  answers?: { key: string; by: string; isLast?: boolean }
}

/** The open questions of all streams of a store. */
export interface Questions {
  /** Lists the questions that are addressed to one of these names, the newest first; with `before`, those before that place. */
  list(
    names: readonly string[],
    options?: { before?: number | undefined; limit?: number },
  ): MaybePromise<StoredQuestion[]>
  get(ref: QuestionRef): MaybePromise<StoredQuestion | undefined>
  /** Returns the keys of the questions that a stream has open. */
  keys(ref: StreamRef): MaybePromise<string[]>
  /**
   * Calls the listener when a question that is addressed to the name was opened, answered or closed, on any node. The
   * deletion of a stream is not reported. Returns a function that stops it.
   */
  watch(name: string, listener: () => void): () => void
  /**
   * Returns questions whose delivery is due, the longest due first, and makes each due again: after the first of these
   * pauses when it was tried once, after the second when twice, and from then on after the last. In milliseconds. A process
   * that dies before it says `delivered` delays the delivery and does not lose it.
   */
  claim(limit: number, pauses: readonly number[]): MaybePromise<StoredQuestion[]>
  /** Takes a question out of the outbox. */
  delivered(ref: QuestionRef): MaybePromise<void>
}

/** The question is not open, or not for this person any more. */
export class QuestionClosedError extends SweatpantsError {
  override name = 'QuestionClosedError'
  constructor(key: string) {
    super(`question ${key} is closed: it was answered, withdrawn or asked again, or it has expired`)
  }
}

/** Returns who has answered an open question with this answer, or `undefined` if that closes it. Throws a `QuestionClosedError`. */
export function addAnswer(
  open: Pick<StoredQuestion, 'answeredBy' | 'quorum'> | undefined,
  { key, by, isLast = false }: NonNullable<QuestionChanges['answers']>,
): string[] | undefined {
  if (open === undefined || open.answeredBy.includes(by)) throw new QuestionClosedError(key)
  const answeredBy = [...open.answeredBy, by]
  return isLast || answeredBy.length >= open.quorum ? undefined : answeredBy
}

/** Returns the pause after so many tries. */
export const pauseAfter = (pauses: readonly number[], tries: number): number =>
  pauses[Math.min(tries, pauses.length) - 1]!

/** The name that a question without `to` is addressed to: the owner of its stream. Without authentication all requests have one owner. */
export const toUserName = (principal: string | undefined): string => `user:${principal ?? ''}`
