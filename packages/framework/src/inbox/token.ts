import { createKeyring, createOwnKeyring } from '../keys/keyring.ts'
import type { StreamRef } from '../log/log.ts'
import type { RunRow } from '../log/run-index.ts'
import type { AnswerEvent } from './question.ts'

/** The content of a link: one answer of one person to one question, as it was shown. */
export interface LinkClaims {
  questionId: string
  digest: string
  by: string
  expiresAt: number
}

/** The content of a signal URL: the event without its value, and the streams to append to. The first stream that exists gets the event. */
export interface SignalClaims {
  refs: readonly StreamRef[]
  event: AnswerEvent
  /** The run that the signal is for, where the streams outlive it: a chat goes on after its calls. */
  run?: SignalledRun
}

/** A run, with the time at which it began: a later one may have its id. */
export type SignalledRun = Pick<RunRow, 'id' | 'startedAt'>

const LABELS = { link: 'link1', signal: 'signal1' } as const

/** Seals the content of a URL. It is encrypted and authenticated, so a URL can be neither read nor forged. */
export class Tokens {
  readonly #keys: ReturnType<typeof createKeyring>

  /** Without secrets, tokens are valid only in this process. */
  constructor(secrets: readonly string[] | undefined) {
    this.#keys = secrets === undefined ? createOwnKeyring() : createKeyring(secrets)
  }

  sealLink = (claims: LinkClaims): string => this.#seal('link', claims)
  sealSignal = (claims: SignalClaims): string => this.#seal('signal', claims)

  /** Return what was sealed, or `undefined` for any other text. */
  openLink = (token: string): LinkClaims | undefined => this.#open<LinkClaims>('link', token)
  openSignal = (token: string): SignalClaims | undefined => this.#open<SignalClaims>('signal', token)

  #seal(type: keyof typeof LABELS, claims: LinkClaims | SignalClaims): string {
    return this.#keys.seal(LABELS[type], Buffer.from(JSON.stringify(claims)))
  }

  #open<T>(type: keyof typeof LABELS, token: string): T | undefined {
    const data = this.#keys.open(LABELS[type], token)
    // Only this class seals under its labels.
    return data && (JSON.parse(data.toString()) as T)
  }
}
