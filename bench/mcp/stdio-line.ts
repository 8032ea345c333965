import type { Readable, Writable } from 'node:stream'
import { type Line, nextId } from './line.ts'
import { isQuestion, type Message, toAnswer } from './messages.ts'

/** A pipe that several callers share, as they do in a host: replies find their callers by id. */
export class StdioLine implements Line {
  readonly #input: Writable
  readonly #waiting = new Map<number, (reply: string) => void>()
  #rest = ''

  /** Called with every question. Default: accepts it. */
  onQuestion: (question: string) => void = (question) => this.send(toAnswer(question))

  constructor(input: Writable, output: Readable) {
    this.#input = input
    output.setEncoding('utf8')
    output.on('data', (chunk: string) => this.#receive(chunk))
  }

  call(message: Message): Promise<string> {
    const id = nextId()
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#waiting.set(id, resolve)
    this.send(message(id))
    return promise
  }

  send(text: string): void {
    this.#input.write(`${text}\n`)
  }

  #receive(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) {
      if (isQuestion(line)) {
        this.onQuestion(line)
        continue
      }
      const id = Number(/"id":(\d+)/.exec(line)?.[1])
      this.#waiting.get(id)?.(line)
      this.#waiting.delete(id)
    }
  }
}
