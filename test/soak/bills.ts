import type { Said } from '../providers/wire.ts'
import type { Asked } from '../roundtable/asked.ts'
import type { Behaviour } from '../roundtable/loopback.ts'
import { agreeable, call, state } from '../roundtable/says.ts'

/** An answer of a model in a debate, with its prompt. */
export interface Bill {
  model: string
  round: number
  number: number
  told: string
  at: number
  isPaid: boolean
}

/** The seat that requests context before it answers. */
export const CURIOUS = 'openai/gpt-curious'

const debateOf = (text: string): string => /proposal (\w+)/.exec(text)?.[1] ?? ''

/** What was paid for in each debate. */
export class Bills {
  readonly #debates = new Map<string, Bill[]>()
  #last = 0

  /** Returns the answer to a prompt, and `pay` for when it was sent. */
  async open(asked: Asked): Promise<{ said: Said; pay(): void }> {
    const { model, round, text, results, tools } = asked
    if (asked.for !== 'statement') return { said: saidOf(await agreeable(asked)), pay() {} }
    const asksFirst = model === CURIOUS && round === 1 && results === 0 && tools.length > 0
    if (asksFirst) return { said: saidOf(call(['request_context', QUESTION])), pay() {} }
    const number = ++this.#last
    const bill: Bill = { model, round, number, told: text, at: Date.now(), isPaid: false }
    const debate = debateOf(text)
    this.#debates.set(debate, [...this.of(debate), bill])
    const pay = () => {
      bill.at = Date.now()
      bill.isPaid = true
    }
    return { said: saidOf(state({ reasoning: toReasoning(number) })), pay }
  }

  of(debate: string): readonly Bill[] {
    return this.#debates.get(debate) ?? []
  }

  forget(debate: string): void {
    this.#debates.delete(debate)
  }
}

const QUESTION = { query: 'What did it cost?', reason: 'It bears on the question.', priority: 'required' }

/** Identifies an answer. */
export const toReasoning = (number: number): string => `It is worth what it costs, by bill ${number}.`

const saidOf = (behaviour: Behaviour): Said => (behaviour.type === 'say' ? behaviour.said : {})
