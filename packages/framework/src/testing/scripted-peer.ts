import type { Root } from '../tools/effects/client.ts'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { SampleEffect } from '../tools/effects/sample.ts'
import type { SignalEffect } from '../tools/effects/signal.ts'
import type { Elicits } from '../tools/elicit.ts'
import type { Capabilities } from '../tools/journal.ts'
import { type McpMessage, toBlocks, toText } from '../tools/message.ts'
import { type Deferred, deferred, failed, type Outcome, succeeded } from '../tools/outcome.ts'
import type { OutsideWait } from '../tools/outside.ts'
import type { Peer } from '../tools/peer.ts'
import { SCHEMA_TOOL } from '../tools/sample.ts'
import { type Answer, type AnswersOf, Later, type ScriptedAnswers, unwrap } from './answers.ts'
import type { Delivery } from './deliveries.ts'
import { type Sample, type ScriptedSample, toSampleReply } from './samples.ts'
import { InOrder } from './steps.ts'
import { count, Stock, Supply } from './stock.ts'
import type { Transcript } from './transcript.ts'

export interface PeerScript<E extends Elicits = Elicits> {
  answers?: AnswersOf<E>
  /** What the model says: a list is taken in the order in which it is asked, a function answers every time. */
  samples?: readonly ScriptedSample[] | ((question: SampleEffect) => Sample)
  /** Signals by name, each sent when the tool waits for it; in the order in which it does, if there is a list in `inOrder`. */
  signals?: ScriptedSignals
  roots?: readonly Root[]
  can?: Partial<Capabilities>
}

export interface ScriptedPeer extends Peer {
  readonly transcript: Transcript
  /** Answers for people other than the caller, and sends signals: the `onWait` of a run. */
  wait(wait: OutsideWait, signal: AbortSignal): void
  /** What was not asked for so far: `1 answer to "confirm"`, `2 samples`. */
  left(): string[]
}

/** A person and a model who do what a script says. What it does not say is a `ScriptError`, which stops the run. */
export function createScriptedPeer<E extends Elicits = Elicits>(
  script: PeerScript<E>,
  stock: Stock = new Stock(),
  deliver: (delivery: Delivery) => void = () => stock.refuse('answers and signals that come later need runScript'),
): ScriptedPeer {
  const answers = new Map<string, Supply<(question: ElicitEffect) => Answer>>()
  for (const [key, scripted] of Object.entries<ScriptedAnswers | undefined>(script.answers ?? {})) {
    if (scripted === undefined) continue
    answers.set(
      key,
      stock.add(toSupply(scripted), (left) => `${count(left, 'answer')} to "${key}"`),
    )
  }
  const { samples: scripted = [] } = script
  const samples = stock.add<ScriptedSample>(
    typeof scripted === 'function' ? Supply.always(scripted) : Supply.inOrder(scripted),
    (left) => count(left, 'sample'),
  )
  const signals = new Map<string, Supply<unknown>>()
  for (const [name, scripted] of Object.entries(script.signals ?? {})) {
    const supply = Supply.inOrder(scripted instanceof InOrder ? scripted.items : [scripted])
    signals.set(
      name,
      stock.add(supply, (left) => `${count(left, 'signal')} "${name}"`),
    )
  }
  const transcript: Transcript = []

  function take(question: ElicitEffect): Answer {
    const { id, key, message, refusal } = question
    const again = refusal === undefined ? '' : `, asked again because the last answer was refused: ${refusal}`
    const { item } =
      answers.get(key)?.take() ?? stock.refuse(`the script has no answer to "${key}" (id ${id}, "${message}"${again})`)
    return item(question)
  }

  function elicit(question: ElicitEffect, signal: AbortSignal): Outcome | Deferred {
    const { id, key, message, context } = question
    const { answer, milliseconds, person } = unwrap(take(question))
    const by = person ?? (question.to && nameOf(question.to, question.answeredBy?.length ?? 0))
    const exchanged = { type: 'elicit' as const, id, key, message, context, answer, ...(by !== undefined && { by }) }
    const isNow = milliseconds === 0 && by === undefined
    if (isNow || answer.action === 'none') transcript.push(exchanged)
    if (answer.action === 'none') return deferred
    if (isNow) return succeeded(answer)
    deliver({
      milliseconds,
      signal,
      deliver(run, at) {
        transcript.push(exchanged)
        run.receive({ [id]: answer }, { at, ...(by !== undefined && { by }) })
      },
    })
    return deferred
  }

  function send({ key: name, id }: SignalEffect, signal: AbortSignal): void {
    const { item } = signals.get(name)?.take() ?? stock.refuse(`the script has no signal "${name}"`)
    const [milliseconds, value] = item instanceof Later ? [item.milliseconds, item.item] : [0, item]
    deliver({
      milliseconds,
      signal,
      deliver(run, at) {
        transcript.push({ type: 'signal', name, value })
        run.receiveSignal({ id: `${id} at ${at}`, name, value, at })
      },
    })
  }

  function sample(question: SampleEffect): Outcome {
    const { id } = question
    const messages = [...question.messages]
    const { item } = samples.take() ?? stock.refuse(`the script has no sample for ${describe(question)}`)
    const said = typeof item === 'function' ? item(question) : item
    if (said instanceof Error) {
      const outcome = failed(said)
      transcript.push({ type: 'sample', id, messages, failure: outcome.failure })
      return outcome
    }
    if (isStructured(said) && !question.tools?.some(({ name }) => name === SCHEMA_TOOL))
      stock.refuse(`the script has data (parsed) for ${describe(question)}, which asks for no schema`)
    const reply = toSampleReply(said, id)
    transcript.push({ type: 'sample', id, messages, reply })
    return succeeded(reply)
  }

  return {
    transcript,
    left: () => stock.left(),
    wait(wait, signal) {
      if (wait.type === 'signal') send(wait, signal)
      else elicit(wait, signal)
    },
    answer(effect, signal) {
      switch (effect.type) {
        case 'elicit':
          return elicit(effect, signal)
        case 'sample':
          return sample(effect)
        case 'roots': {
          const roots = script.roots ?? stock.refuse('the tool asks for roots, and the script has none')
          transcript.push({ type: 'roots', roots })
          return succeeded({ roots })
        }
        case 'detach': {
          const detached = script.can?.tasks ?? false
          transcript.push({ type: 'detach', detached })
          return succeeded(detached)
        }
        case 'log':
          transcript.push({ type: 'log', level: effect.level, message: effect.message })
          return succeeded(undefined)
        case 'notify':
          transcript.push({ ...effect })
          return succeeded(undefined)
      }
    },
  }
}

/** Signals by name. */
export type ScriptedSignals = Readonly<Record<string, unknown>>

/** The person who answers where the script does not say who: one of those who are asked, each of them once. */
const nameOf = (to: readonly string[], answered: number): string => to[answered] ?? `${to.at(-1)} ${answered + 1}`

function toSupply(scripted: ScriptedAnswers): Supply<(question: ElicitEffect) => Answer> {
  if (typeof scripted === 'function') return Supply.always(scripted)
  // `Array.isArray` does not see that a readonly list is one.
  const list = Array.isArray(scripted) ? (scripted as readonly Answer[]) : [scripted as Answer]
  return Supply.inOrder(list.map((answer) => () => answer))
}

const isStructured = (sample: Sample) => typeof sample === 'object' && 'parsed' in sample

const describe = ({ id, messages }: SampleEffect): string => `"${id}" (last message: ${quote(messages.at(-1))})`

function quote(message: McpMessage | undefined): string {
  if (message === undefined) return 'none'
  return `${message.role}, ${JSON.stringify(toText(toBlocks(message)) || message.content)}`
}
