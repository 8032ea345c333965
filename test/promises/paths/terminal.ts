import { PassThrough } from 'node:stream'
import type { ElicitAnswer, McpTool, PluginClient } from '@sweatpants/framework'
import { openTerminal, runInTerminal, type Terminal } from '@sweatpants/framework/terminal'
import type { Call, ListedTool, LocalOptions, Outcome, Path, Question, Stage } from '../path.ts'

/** A person at a terminal, who types what the test says. */
class TerminalStage implements Stage {
  readonly #tools: readonly McpTool[]
  readonly #plugins: readonly PluginClient[]

  constructor({ tools, plugins = [] }: LocalOptions) {
    this.#tools = tools
    this.#plugins = plugins
  }

  get servers(): never {
    throw new Error('a terminal has no server')
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<TerminalCall> {
    return new TerminalCall(this.#tools.find((tool) => tool.name === name)!, args, this.#plugins)
  }

  async list(): Promise<ListedTool[]> {
    return this.#tools.map(({ name }) => ({ name }))
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

class TerminalCall implements Call {
  readonly #input = new PassThrough()
  readonly #outcome: Promise<Outcome>
  readonly #interrupt: () => void
  /** What was printed since the last answer. */
  #printed: string[] = []
  #attempt = 1
  #isAsking = false
  #changed = Promise.withResolvers<void>()

  constructor(tool: McpTool, args: Record<string, unknown>, plugins: readonly PluginClient[]) {
    const terminal = this.#watch(openTerminal({ input: this.#input, output: new PassThrough().resume() }))
    const before = process.listeners('SIGINT')
    this.#outcome = runInTerminal(tool, args, { terminal, plugins }).then((code) => {
      terminal[Symbol.dispose]()
      return this.#toOutcome(code)
    })
    // Ctrl-C reaches every run of this process; the test means only this one.
    this.#interrupt = process.listeners('SIGINT').find((listener) => !before.includes(listener)) as () => void
  }

  async questions(): Promise<Question[]> {
    while (!this.#isAsking) {
      const ended = this.#outcome.then((outcome) => {
        throw new Error(`the tool ended before it asked: ${JSON.stringify(outcome)}`)
      })
      await Promise.race([this.#changed.promise, ended])
    }
    const refusal = this.#printed.find((text) => text.includes('refused'))
    const message = this.#printed.findLast((text) => text.startsWith('\n'))?.trim() ?? ''
    if (refusal !== undefined) this.#attempt++
    return [{ id: message, message, attempt: this.#attempt, ...(refusal !== undefined && { refusal }) }]
  }

  async answer(_: Question, answer: ElicitAnswer): Promise<void> {
    this.#printed = []
    this.#isAsking = false
    const fields = answer.action === 'accept' ? Object.values(answer.content as object) : [`/${answer.action}`]
    for (const field of fields.length === 0 ? [''] : fields) this.#input.write(`${field}\n`)
  }

  async retry(): Promise<void> {}

  async cancel(): Promise<void> {
    this.#interrupt()
  }

  blocked(): Promise<string> {
    return Promise.reject(new Error('a terminal runs one version'))
  }

  outcome(): Promise<Outcome> {
    return this.#outcome
  }

  async progress(): Promise<(number | undefined)[]> {
    const lines = this.#printed.filter((text) => text.startsWith('…'))
    return lines.map((line) => {
      const number = /\((.+)\)$/.exec(line)?.[1]
      return number === undefined ? undefined : Number(number)
    })
  }

  /** The terminal, observed: what it prints, and when it waits for a line. */
  #watch(terminal: Terminal): Terminal {
    return {
      print: (text) => {
        this.#printed.push(text)
        terminal.print(text)
      },
      ask: (prompt, signal) => {
        this.#isAsking = true
        this.#changed.resolve()
        this.#changed = Promise.withResolvers()
        return terminal.ask(prompt, signal)
      },
      [Symbol.dispose]: () => terminal[Symbol.dispose](),
    }
  }

  #toOutcome(code: number): Outcome {
    const text = this.#printed.at(-1)?.trim() ?? ''
    if (code === 0) return { type: 'completed', text }
    return code === 130 ? { type: 'cancelled' } : { type: 'failed', message: text }
  }
}

export const terminal: Path = {
  name: 'terminal',
  open: async (options) => new TerminalStage('tools' in options ? options : { tools: [] }),
}
