import { createMemoryJournal, type ElicitAnswer, type McpTool, systemClock } from '@sweatpants/framework'
import { runScript, ScriptError, silence } from '@sweatpants/framework/testing'
import type { Call, ListedTool, Outcome, Path, Question, Stage } from '../path.ts'

/** A test that plays its script again with each answer, on one journal: what was recorded does not happen again. */
class ScriptStage implements Stage {
  readonly #tools: readonly McpTool[]

  constructor(tools: readonly McpTool[]) {
    this.#tools = tools
  }

  get servers(): never {
    throw new Error('a script has no server')
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<ScriptCall> {
    return new ScriptCall(this.#tools.find((tool) => tool.name === name)!, args)
  }

  async list(): Promise<ListedTool[]> {
    return this.#tools.map(({ name }) => ({ name }))
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

class ScriptCall implements Call {
  readonly #tool: McpTool
  readonly #args: Record<string, unknown>
  readonly #journal = createMemoryJournal()
  /** By the id of their question. */
  readonly #answers = new Map<string, ElicitAnswer>()
  #open: Question[] = []
  #progress: (number | undefined)[] = []
  #played: Promise<Outcome | undefined> | undefined

  constructor(tool: McpTool, args: Record<string, unknown>) {
    this.#tool = tool
    this.#args = args
  }

  async questions(count = 1): Promise<Question[]> {
    const outcome = await this.#play()
    if (this.#open.length === count) return this.#open
    throw new Error(`expected ${count} open questions, got ${JSON.stringify(outcome ?? this.#open)}`)
  }

  async answer({ id }: Question, answer: ElicitAnswer): Promise<void> {
    this.#answers.set(id, answer)
    this.#played = undefined
  }

  async retry(): Promise<void> {}

  cancel(): Promise<void> {
    return Promise.reject(new Error('a script cannot cancel'))
  }

  blocked(): Promise<string> {
    return Promise.reject(new Error('a script runs one version'))
  }

  async outcome(): Promise<Outcome> {
    const outcome = await this.#play()
    if (outcome === undefined) throw new Error(`the tool waits: ${JSON.stringify(this.#open)}`)
    return outcome
  }

  async progress(): Promise<(number | undefined)[]> {
    return this.#progress
  }

  #play(): Promise<Outcome | undefined> {
    this.#played ??= this.#run()
    return this.#played
  }

  async #run(): Promise<Outcome | undefined> {
    this.#open = []
    const reply = (key: string) => [
      key,
      ({ id, message, attempt, refusal }: Question) => {
        const answer = this.#answers.get(id)
        this.#answers.delete(id)
        if (answer !== undefined) return answer
        this.#open.push({ id, message, attempt, ...(refusal !== undefined && { refusal }) })
        return silence()
      },
    ]
    try {
      const { value, transcript } = await runScript(this.#tool, this.#args, {
        journal: this.#journal,
        // A tool that hangs has a timeout only in real time.
        clock: systemClock,
        answers: Object.fromEntries(Object.keys(this.#tool.questions).map(reply)),
      })
      this.#progress = transcript.flatMap((line) => (line.type === 'notify' ? [line.progress] : []))
      return { type: 'completed', text: typeof value === 'string' ? value : JSON.stringify(value) }
    } catch (error) {
      if (error instanceof ScriptError) return undefined
      return { type: 'failed', message: error instanceof Error ? error.message : String(error) }
    }
  }
}

export const script: Path = {
  name: 'script',
  open: async (options) => new ScriptStage('tools' in options ? options.tools : []),
}
