import type { ChatState, Command } from '@sweatpants/framework/chat'
import type { Random } from '../faults/random.ts'
import { checkConversation } from './check-conversation.ts'
import { insist } from './insist.ts'
import type { Place } from './place.ts'
import { type Habit, Reader } from './reader.ts'
import { nameRun, type Scene } from './scene.ts'

type Bare<T> = T extends unknown ? Omit<T, 'commandId'> : never

/** A command that was acknowledged, and where it is said to be. */
export interface Sent {
  commandId: string
  lsn: number
}

interface Answered {
  status: number
  lsn?: number
  sessionId?: string
  error?: { code: string }
}

/** Why an answer may be refused: what had asked for it was stopped. */
const TOO_LATE = ['question_closed', 'question_not_found', 'approval_closed', 'call_not_found', 'nothing_running']

const isOver = ({ turn, messages }: ChatState): boolean =>
  turn === undefined && messages.every(({ status }) => status !== 'queued')

/** A conversation from its first message until it is deleted, which is read by several. */
export class Conversation {
  readonly sessionId: string
  readonly sent: Sent[] = []
  /** What was answered to each call, question by question, in the order of its keys. */
  readonly answers = new Map<string, Map<string, unknown>>()
  readonly page: Reader
  readonly readers: Reader[]
  readonly scene: Scene
  readonly place: Place
  readonly #random: Random

  static async hold(scene: Scene, place: Place, random: Random): Promise<void> {
    using heart = scene.pulse.begin(place.name, 'a conversation')
    const { sessionId } = await insist(scene, place, random, (url, signal) => post(url, '', {}, signal))
    const conversation = new Conversation(scene, place, random, sessionId!, () => heart.beat())
    try {
      for (let left = Math.ceil(random.between(0, 4)); left > 0; left--) await conversation.#talk()
      await checkConversation(conversation)
      scene.tally.count('conversations')
    } finally {
      await Promise.all(conversation.readers.map((reader) => reader.leave()))
    }
    await insist(scene, place, random, (url, signal) => remove(`${url}/api/chat/sessions/${sessionId}`, signal))
  }

  private constructor(scene: Scene, place: Place, random: Random, sessionId: string, onPatch: () => void) {
    this.scene = scene
    this.place = place
    this.sessionId = sessionId
    this.#random = random
    const read = (habit: Habit, told?: () => void) =>
      new Reader({ place, sessionId, random: random.fork(), habit, ...(told && { onPatch: told }) })
    this.page = read('restless', onPatch)
    this.readers = [
      this.page,
      ...(random.chance(0.4) ? [read('slow')] : []),
      ...(random.chance(0.2) ? [read('never')] : []),
    ]
  }

  /** The whole log, as a node gives it to somebody who asks for the first time. */
  async load(): Promise<string[]> {
    const reader = new Reader({ ...this, random: this.#random.fork(), habit: 'restless' })
    const head = this.page.seen.length
    while (reader.seen.length < head) await this.#orLate(reader.changed)
    await reader.leave()
    return reader.seen
  }

  /** Comes when a reader has seen as much as the page. */
  async caughtUp(reader: Reader): Promise<void> {
    while (reader.seen.length < this.page.seen.length) await this.#orLate(reader.changed)
  }

  async #talk(): Promise<void> {
    const { page } = this
    const aborts = this.#random.chance(0.05)
    await this.#send({ type: 'send', content: this.#chooseMessage() })
    if (aborts) await this.#send({ type: 'abort' })
    const last = this.sent.at(-1)?.lsn ?? 0
    const asked = new Set<string>()
    while (page.state.lsn < last || !isOver(page.state)) {
      const { changed } = page
      await this.#answer(asked)
      await this.#orLate(changed)
    }
  }

  #chooseMessage(): string {
    const kinds = [
      () => `tell ${Math.ceil(this.#random.between(10, 400))}`,
      () => `tell ${this.#random.chance(0.1) ? 4_000 : 50}`,
      () => `order ${nameRun()}`,
      () => `note ${nameRun()}`,
      () => `order ${nameRun()} pay ${nameRun()} note ${nameRun()}`,
    ]
    return this.#random.pick(kinds)()
  }

  /** Answers whatever is open, each once. */
  async #answer(asked: Set<string>): Promise<void> {
    const { pendingElicits, pendingApprovals } = this.page.state
    for (const { callId, status } of Object.values(pendingApprovals)) {
      if (status !== 'pending' || asked.has(callId)) continue
      asked.add(callId)
      await this.#send({ type: 'approve', callId })
    }
    for (const { callId, elicitId, key, status } of Object.values(pendingElicits)) {
      if (status !== 'pending' || asked.has(elicitId)) continue
      asked.add(elicitId)
      const value = key === 'size' ? Math.floor(this.#random.between(0, 1e9)) : `${key} of ${callId}`
      const result = { action: 'accept' as const, content: { [key === 'size' ? key : 'text']: value } }
      const isTaken = await this.#send({ type: 'elicit_response', callId, elicitId, result })
      if (!isTaken) continue
      const known = this.answers.get(callId) ?? new Map<string, unknown>()
      this.answers.set(callId, known.set(key, value))
    }
  }

  /** Whether it was taken. */
  async #send(command: Bare<Command>): Promise<boolean> {
    const { scene, place, sessionId } = this
    const commandId = crypto.randomUUID()
    const body = { ...command, commandId }
    const { status, lsn, error } = await insist(scene, place, this.#random, (url, signal) =>
      post(url, `/${sessionId}/commands`, body, signal),
    )
    scene.tally.count(status === 202 ? 'commands acknowledged' : `commands refused: ${error?.code}`)
    scene.tally.check(
      'a request is answered, or refused for a reason that is known',
      status === 202 || TOO_LATE.includes(error?.code ?? ''),
      () => `${command.type} in ${sessionId} was answered ${status} ${JSON.stringify(error)}`,
    )
    if (lsn !== undefined) this.sent.push({ commandId, lsn })
    return status === 202
  }

  #describe(): string {
    const seen = this.readers.map((reader) => reader.seen.length)
    return `${describeState(this.page.state)}, acknowledged ${this.sent.map(({ lsn }) => lsn)}, readers at ${seen}`
  }

  async #orLate(wanted: Promise<void>): Promise<void> {
    const { late } = this.scene
    const { promise, reject } = Promise.withResolvers<never>()
    const stop = () => reject(new Error(`${this.sessionId} has not ended: ${this.#describe()}`))
    if (late.aborted) stop()
    late.addEventListener('abort', stop, { once: true })
    try {
      await Promise.race([wanted, promise])
    } finally {
      late.removeEventListener('abort', stop)
    }
  }
}

const describeState = ({ lsn, turn, messages, toolCalls, error }: ChatState): string =>
  JSON.stringify({
    lsn,
    turn,
    error,
    messages: messages.map(({ role, status }) => `${role} ${status}`),
    calls: Object.values(toolCalls).map(({ status }) => status),
  })

/** Nothing for an error of the server: it is asked again. */
async function post(url: string, path: string, body: object, signal: AbortSignal): Promise<Answered | undefined> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal }
  const response = await fetch(`${url}/api/chat/sessions${path}`, init)
  const text = await response.text()
  if (response.status >= 500) throw new Error(`answered ${response.status} ${text}`)
  return { status: response.status, ...JSON.parse(text) }
}

async function remove(url: string, signal: AbortSignal): Promise<true> {
  const response = await fetch(url, { method: 'DELETE', signal })
  // The second time there is nothing left to delete.
  if (response.status !== 204 && response.status !== 404) throw new Error(`answered ${response.status} to DELETE`)
  return true
}
