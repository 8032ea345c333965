import { HttpLine } from './http-line.ts'
import { type Line, nextId } from './line.ts'
import { isQuestion, type Message, toAnswer } from './messages.ts'

/** A caller in a session of 2025-11-25: questions come in the answer to its call, and are answered beside it. */
export class SessionLine implements Line {
  readonly #calls: HttpLine
  readonly #answers: HttpLine
  #beside: HttpLine | undefined
  #answered: Promise<unknown> = Promise.resolve()

  private constructor(calls: HttpLine, answers: HttpLine) {
    this.#calls = calls
    this.#answers = answers
    calls.onPart = (text) => this.#readQuestions(text)
  }

  static async open(port: number, headers: readonly string[]): Promise<SessionLine> {
    return new SessionLine(await HttpLine.open(port, headers), await HttpLine.open(port, headers))
  }

  /** For a server that asks beside the call, on the stream of the session. */
  static async openBeside(port: number, headers: readonly string[]): Promise<SessionLine> {
    const line = await SessionLine.open(port, headers)
    line.#beside = await HttpLine.open(port, headers)
    await line.#beside.listen((text) => line.#readQuestions(text))
    return line
  }

  async call(message: Message): Promise<string> {
    const { body } = await this.#calls.post(message(nextId()))
    await this.#answered
    return body
  }

  close(): void {
    this.#calls.close()
    this.#answers.close()
    this.#beside?.close()
  }

  /** One at a time, for a connection has one request at a time. */
  #readQuestions(text: string): void {
    for (const line of text.split('\n')) {
      if (!line.startsWith('data: ') || !isQuestion(line)) continue
      const answer = toAnswer(line.slice('data: '.length))
      this.#answered = this.#answered.then(() => this.#answers.post(answer))
    }
  }
}
