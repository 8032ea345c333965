import type { ChildProcess } from 'node:child_process'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createTurns } from '../../tools/turns.ts'
import type { CommandAddress } from './address.ts'
import { Meter } from './bounded-body.ts'
import { HostedLimitError } from './errors.ts'
import type { HostedLimits } from './limits.ts'

/** Characters that are kept of what the server writes to standard error. */
const MAX_WORDS = 2_000

/**
 * The official transport skips lines that are not JSON for ever, and does not count messages. This one ends a process that
 * sends too much.
 */
export class PipeWire extends StdioClientTransport {
  readonly place: string
  readonly inTurn = createTurns()
  cut: HostedLimitError | undefined
  ended: string | undefined
  #words = ''
  readonly #limits: Required<HostedLimits>
  #meter: Meter
  #child: ChildProcess | undefined
  #isClosing = false

  constructor({ command, args = [], env, cwd }: CommandAddress, limits: Required<HostedLimits>) {
    super({
      command,
      args: [...args],
      stderr: 'pipe',
      maxBufferSize: limits.message,
      ...(env !== undefined && { env: { ...env } }),
      ...(cwd !== undefined && { cwd }),
    })
    this.place = command
    this.stderr?.on('data', (chunk: Buffer) => {
      // Only the end is decoded: a server that writes without end would fill the memory with text until it is collected.
      this.#words = `${this.#words}${chunk.subarray(-4 * MAX_WORDS)}`.slice(-MAX_WORDS)
    })
    // The official transport bounds a line, and a line that is no message ends none.
    this.#limits = { ...limits, message: Number.POSITIVE_INFINITY }
    this.#meter = new Meter(this.#limits, true)
    // The client calls these handlers before its own.
    this.onmessage = (message) => {
      // With a response or a question, the server has moved on.
      if ('id' in message) this.#meter = new Meter(this.#limits, true)
      else this.#guard(() => this.#meter.countMessage())
    }
    this.onerror = ({ message }) => {
      if (message.includes('exceeded maximum size')) {
        this.#end(new HostedLimitError(`a line of more than ${limits.message} bytes`, limits.message))
      }
    }
  }

  get lastWords(): string {
    return this.#words.trim()
  }

  override async start(): Promise<void> {
    await super.start()
    // The official transport does not share what it reads.
    this.#child = (this as unknown as { _process?: ChildProcess })._process
    this.#child?.stdout?.on('data', (chunk: Buffer) => this.#guard(() => this.#meter.count(chunk, false)))
    this.#child?.once('exit', (code, signal) => {
      if (!this.#isClosing) this.ended = signal ?? `exit code ${code}`
    })
  }

  override async close(): Promise<void> {
    this.#isClosing = true
    await super.close()
  }

  #guard(count: () => void): void {
    if (this.cut !== undefined) return
    try {
      count()
    } catch (error) {
      if (!(error instanceof HostedLimitError)) throw error
      this.#end(error)
    }
  }

  #end(error: HostedLimitError): void {
    this.cut ??= error
    this.#child?.kill('SIGKILL')
  }
}
