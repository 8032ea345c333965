import { HostedLimitError } from './errors.ts'
import type { HostedLimits } from './limits.ts'

/** Milliseconds after which a stream that is open for good may send as much again. */
const WINDOW = 60_000

/** Bytes that are read of a reply with an error status. */
const MAX_ERROR = 16 * 1024

/** Parts of one message: a part of a few bytes takes many times its size once it is parsed. */
const MAX_PARTS = 1_000_000

const COMMA = 44
const BRACKET = 91
const BRACE = 123
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Counts what a server sends with one reply, and throws a `HostedLimitError` above a limit. */
export class Meter {
  readonly #limits: Required<HostedLimits>
  readonly #isStanding: boolean
  #since = Date.now()
  #bytes = 0
  #messages = 0
  #messageBytes = 0
  #parts = 0
  #lineBytes = 0
  #last = 0

  constructor(limits: Required<HostedLimits>, isStanding = false) {
    this.#limits = limits
    this.#isStanding = isStanding
  }

  /** Counts bytes of an event stream, where an empty line ends a message. */
  count(chunk: Uint8Array, isEvents: boolean): void {
    if (this.#isStanding && Date.now() - this.#since > WINDOW) {
      this.#since = Date.now()
      this.#bytes = 0
      this.#messages = 0
    }
    const { message, reply } = this.#limits
    this.#bytes += chunk.length
    this.#messageBytes += chunk.length
    this.#countParts(chunk)
    if (isEvents) this.#countEvents(chunk)
    if (this.#messageBytes > message) throw new HostedLimitError(`a message of more than ${message} bytes`, message)
    if (this.#bytes > reply) throw new HostedLimitError(`a reply of more than ${reply} bytes`, reply)
  }

  countMessage(): void {
    const { messages } = this.#limits
    this.#messageBytes = 0
    this.#parts = 0
    if (++this.#messages > messages)
      throw new HostedLimitError(`more than ${messages} messages with one reply`, messages)
  }

  #countParts(chunk: Uint8Array): void {
    let parts = 0
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]
      if (byte === COMMA || byte === BRACKET || byte === BRACE) parts++
    }
    this.#parts += parts
    if (this.#parts > MAX_PARTS) throw new HostedLimitError(`a message with more than ${MAX_PARTS} parts`, MAX_PARTS)
  }

  #countEvents(chunk: Uint8Array): void {
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]!
      const isSecondOfPair = byte === LINE_FEED && this.#last === CARRIAGE_RETURN
      this.#last = byte
      if (isSecondOfPair) continue
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) {
        this.#lineBytes++
        continue
      }
      if (this.#lineBytes === 0 && this.#messageBytes > 0) {
        this.countMessage()
        this.#messageBytes = chunk.length - index - 1
      }
      this.#lineBytes = 0
    }
  }
}

/** Returns the response with a body that fails above a limit. `onCut` receives the error, unless the status says enough. */
export function boundBody(
  response: Response,
  limits: Required<HostedLimits>,
  isStanding: boolean,
  onCut: (error: HostedLimitError) => void,
): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const isEvents = response.ok && (headers.get('content-type') ?? '').includes('text/event-stream')
  const meter = new Meter(response.ok ? limits : { ...limits, message: MAX_ERROR }, isStanding)
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      try {
        meter.count(chunk, isEvents)
        controller.enqueue(chunk)
      } catch (error) {
        // A transform that fails also cancels the body, so the connection ends.
        if (error instanceof HostedLimitError && response.ok) onCut(error)
        throw error
      }
    },
  })
  return new Response(body.pipeThrough(bounded), { status, statusText, headers })
}
