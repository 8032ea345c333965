import type { ChatState, Command, Patch, ToolCallState } from '@sweatpants/framework/chat'
import type { Cluster } from '../faults/cluster.ts'
import type { Random } from '../faults/random.ts'
import type { Told } from '../faults/tools.ts'
import { type Habit, Reader } from './reader.ts'
import { recordChat, recordResult } from './record.ts'
import { insist } from './requests.ts'
import { nameRun, type Scene } from './scene.ts'

type Bare<T> = T extends unknown ? Omit<T, 'commandId'> : never

interface Reply {
  status: number
  lsn?: number
  sessionId?: string
  error?: { code: string }
}

/** Why an answer may be refused: the call that asked was stopped. */
const TOO_LATE = ['question_closed', 'question_not_found', 'approval_closed', 'call_not_found', 'nothing_running']

const isOver = ({ turn, messages }: ChatState): boolean =>
  turn === undefined && messages.every(({ status }) => status !== 'queued')

/** Holds a conversation until it is deleted, with several readers. */
export async function converse(scene: Scene, cluster: Cluster, random: Random): Promise<void> {
  using activity = scene.pulse.begin(cluster.name, 'a conversation')
  // Some send and read through one node, which may be the driver's.
  const seen = random.chance(0.3) ? cluster.pin(random) : cluster
  const { sessionId } = await insist(scene, seen, random, (url, signal) => post(url, '', {}, signal))
  const conversation = new Conversation(scene, seen, random, sessionId!, () => activity.beat())
  try {
    for (let turns = Math.ceil(random.between(0, 4)); turns > 0; turns--) await conversation.talk()
    await conversation.check()
    scene.tally.count('conversations')
  } finally {
    await conversation.leave()
  }
  await insist(scene, seen, random, (url, signal) => remove(`${url}/api/chat/sessions/${sessionId}`, signal))
}

class Conversation {
  readonly #scene: Scene
  readonly #cluster: Cluster
  readonly #random: Random
  readonly #sessionId: string
  readonly #page: Reader
  readonly #readers: Reader[]
  /** What was answered to each call, by the key of the question. */
  readonly #answers = new Map<string, Map<string, unknown>>()
  /** The place of the last acknowledged command. */
  #last = 0

  constructor(scene: Scene, cluster: Cluster, random: Random, sessionId: string, onPatch: () => void) {
    this.#scene = scene
    this.#cluster = cluster
    this.#random = random
    this.#sessionId = sessionId
    const read = (habit: Habit, more: { onPatch?: () => void } = {}) =>
      new Reader({ cluster, sessionId, history: scene.history, random: random.fork(), habit, ...more })
    this.#page = read('restless', { onPatch })
    this.#readers = [
      this.#page,
      ...(random.chance(0.4) ? [read('slow')] : []),
      ...(random.chance(0.2) ? [read('never')] : []),
    ]
  }

  /** Sends a message, and answers until the turn is over. */
  async talk(): Promise<void> {
    await this.#send({ type: 'send', content: this.#chooseMessage() })
    if (this.#random.chance(0.05)) await this.#send({ type: 'abort' })
    const known = new Set<string>()
    while (this.#page.state.lsn < this.#last || !isOver(this.#page.state)) {
      const { changed } = this.#page
      await this.#answer(known)
      await this.#orLate(changed)
    }
  }

  async check(): Promise<void> {
    const patches = await recordChat(this.#scene, this.#cluster, this.#sessionId)
    for (const reader of this.#readers) {
      while (!reader.isIdle && reader.state.lsn < patches.length) await this.#orLate(reader.changed)
      this.#scene.tally.count('reconnects of readers', Math.max(0, reader.returns))
    }
    this.#checkTurns(patches)
    for (const call of Object.values(this.#page.state.toolCalls)) this.#checkCall(call)
  }

  async leave(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.leave()))
  }

  #chooseMessage(): string {
    const kinds = [
      () => `tell ${Math.ceil(this.#random.between(10, 400))}`,
      () => `tell ${this.#random.chance(0.1) ? 4_000 : 50}`,
      () => `order ${nameRun()}`,
      () => `note ${nameRun()}`,
      () => `eight ${nameRun()}`,
      () => `order ${nameRun()} pay ${nameRun()} note ${nameRun()}`,
    ]
    return this.#random.pick(kinds)()
  }

  /** Answers each open question once. */
  async #answer(known: Set<string>): Promise<void> {
    const { pendingElicits, pendingApprovals } = this.#page.state
    for (const { callId, status } of Object.values(pendingApprovals)) {
      if (status !== 'pending' || known.has(callId)) continue
      known.add(callId)
      await this.#send({ type: 'approve', callId })
    }
    for (const { callId, elicitId, key, status } of Object.values(pendingElicits)) {
      if (status !== 'pending' || known.has(elicitId)) continue
      known.add(elicitId)
      const value = key === 'size' ? Math.floor(this.#random.between(0, 1e9)) : `${key} of ${callId}`
      const result = { action: 'accept' as const, content: { [key === 'size' ? key : 'text']: value } }
      const command: Bare<Command> = { type: 'elicit_response', callId, elicitId, result }
      // As from two pages: one of them is the first, and both have the same answer.
      const count = this.#random.chance(0.1) ? 2 : 1
      const taken = await Promise.all(Array.from({ length: count }, () => this.#send(command)))
      if (!taken.includes(true)) continue
      this.#answers.set(callId, (this.#answers.get(callId) ?? new Map<string, unknown>()).set(key, value))
    }
  }

  /** Resolves to whether the command was accepted. */
  async #send(command: Bare<Command>): Promise<boolean> {
    const scene = this.#scene
    const commandId = crypto.randomUUID()
    const { status, lsn, error } = await insist(scene, this.#cluster, this.#random, (url, signal) =>
      post(url, `/${this.#sessionId}/commands`, { ...command, commandId }, signal),
    )
    scene.tally.count(status === 202 ? 'commands acknowledged' : `commands refused: ${error?.code}`)
    scene.tally.check(
      'a request gets a result, or is refused for a known reason',
      status === 202 || TOO_LATE.includes(error?.code ?? ''),
      () => `${command.type} in ${this.#sessionId} was answered ${status} ${JSON.stringify(error)}`,
    )
    if (lsn === undefined) return false
    scene.history.add({ type: 'command_acknowledge', stream: `chat/${this.#sessionId}`, commandId, lsn })
    this.#last = Math.max(this.#last, lsn)
    return true
  }

  #checkTurns(patches: readonly Patch[]): void {
    const starts = patches.flatMap((patch) => (patch.type === 'turn_start' ? [patch.turn] : []))
    const ends = patches.flatMap((patch) => (patch.type === 'turn_end' ? [patch] : []))
    const reasons = new Set(ends.map(({ reason }) => reason))
    this.#scene.tally.count('turns', ends.length)
    this.#scene.tally.check(
      'a turn ends once, and none fails',
      starts.join() === ends.map(({ turn }) => turn).join() && !reasons.has('failed') && !reasons.has('step_limit'),
      () => {
        const errors = patches.filter(({ type }) => type === 'error' || type === 'tool_call_error')
        return `${this.#sessionId}: turns ${starts}, ends ${JSON.stringify(ends)}, ${JSON.stringify(errors)}`
      },
    )
  }

  #checkCall({ callId, toolName, status, ...call }: ToolCallState): void {
    if (status === 'cancelled') return
    const { tally } = this.#scene
    tally.check('a turn ends once, and none fails', status === 'done', () => `${callId}: ${JSON.stringify(call)}`)
    if (status !== 'done') return
    const given = this.#answers.get(callId) ?? new Map()
    const order = toolName === 'note' ? ['title', 'text'] : [...given.keys()]
    // The model passes the name of the run, and the tools here return what they were told.
    const { run } = call.arguments as { run: string }
    recordResult(
      this.#scene,
      run,
      call.result as unknown as Told,
      order.map((key) => given.get(key)),
    )
  }

  async #orLate(wanted: Promise<void>): Promise<void> {
    const { late } = this.#scene
    const { promise, reject } = Promise.withResolvers<never>()
    const stop = () => reject(new Error(`${this.#sessionId} has not ended: ${this.#describe()}`))
    if (late.aborted) stop()
    late.addEventListener('abort', stop, { once: true })
    try {
      await Promise.race([wanted, promise])
    } finally {
      late.removeEventListener('abort', stop)
    }
  }

  #describe(): string {
    const { lsn, turn, messages, toolCalls, error } = this.#page.state
    return JSON.stringify({
      lsn,
      turn,
      error,
      messages: messages.map(({ role, status }) => `${role} ${status}`),
      calls: Object.values(toolCalls).map(({ status }) => status),
      acknowledged: this.#last,
      readers: this.#readers.map(({ state }) => state.lsn),
    })
  }
}

/** Throws an error of the server, which is no answer. */
async function post(url: string, path: string, body: object, signal: AbortSignal): Promise<Reply> {
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
