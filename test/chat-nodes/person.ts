import { setTimeout as pause } from 'node:timers/promises'
import type { ChatState, Command } from '@sweatpants/framework/chat'
import type { Nodes } from './nodes.ts'
import type { Random } from './random.ts'
import type { Reader } from './reader.ts'

type Bare<T> = T extends unknown ? Omit<T, 'commandId'> : never

/** A command, and what was said to it in the end. */
export interface Sent {
  sessionId: string
  commandId: string
  /** Its place in the log, or why it was refused. */
  answer: number | string
}

/** Milliseconds after which a request is given up, and made again elsewhere. */
const TIMEOUT = 1_500

const MESSAGES = ['hello', 'order', 'pay', 'note', 'order pay', 'note then order', 'pay then note', 'order pay note']

/** Somebody who talks in all sessions, one command after the other. */
export class Person {
  readonly sent: Sent[] = []
  /** How often a command was sent again. */
  again = 0
  readonly #nodes: Nodes
  readonly #random: Random

  constructor(nodes: Nodes, random: Random) {
    this.#nodes = nodes
    this.#random = random
  }

  async createSession(): Promise<string> {
    const { sessionId } = await this.#insist<{ sessionId: string }>('', {})
    return sessionId
  }

  async talk(readers: readonly Reader[], until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      const { sessionId, state } = this.#random.pick(readers)
      const command = this.#chooseAnswer(state) ?? this.#chooseMessage(state)
      if (command === undefined) await pause(1)
      // As from two pages: only one of them is the first.
      else if (this.#random.chance(0.05))
        await Promise.all([this.#send(sessionId, command), this.#send(sessionId, command)])
      else await this.#send(sessionId, command)
    }
  }

  /** Answers what is asked until nothing is going on any more. The last command is at `last`. */
  async finish(reader: Reader, last: number): Promise<void> {
    const isOver = ({ lsn, turn, messages }: ChatState) =>
      lsn >= last && turn === undefined && messages.every(({ status }) => status !== 'queued')
    while (!isOver(reader.state)) {
      const { changed } = reader
      const command = this.#chooseAnswer(reader.state)
      if (command !== undefined) await this.#send(reader.sessionId, command)
      // Even what was refused is a sign that more has come.
      await changed
    }
  }

  #chooseAnswer({ pendingElicits, pendingApprovals, turn }: ChatState): Bare<Command> | undefined {
    if (turn?.aborting) return undefined
    const questions = Object.values(pendingElicits).filter(({ status }) => status === 'pending')
    const approvals = Object.values(pendingApprovals).filter(({ status }) => status === 'pending')
    const open = this.#random.pick([...questions, ...approvals])
    if (open === undefined) return undefined
    const { callId } = open
    if (!('elicitId' in open)) return { type: this.#random.chance(0.8) ? 'approve' : 'deny', callId }
    const contents: Record<string, object> = { size: { size: 42 }, title: { title: 'A' }, text: { text: 'B' } }
    const result = this.#random.chance(0.9)
      ? { action: 'accept' as const, content: contents[open.key] }
      : { action: 'decline' as const }
    return { type: 'elicit_response', callId, elicitId: open.elicitId, result }
  }

  #chooseMessage({ lsn, turn, messages }: ChatState): Bare<Command> | undefined {
    const isBusy = lsn === 0 || turn !== undefined || messages.some(({ status }) => status === 'queued')
    // Now and then one that has to wait, or that does not wait.
    if (isBusy && this.#random.chance(0.98)) return undefined
    const content = this.#random.pick(MESSAGES)
    return { type: 'send', content, ...(this.#random.chance(0.3) && { interrupt: true }) }
  }

  async #send(sessionId: string, command: Bare<Command>): Promise<void> {
    const commandId = crypto.randomUUID()
    const answer = await this.#insist<{ lsn: number } | { error: { code: string } }>(`/${sessionId}/commands`, {
      ...command,
      commandId,
    })
    this.sent.push({ sessionId, commandId, answer: 'lsn' in answer ? answer.lsn : answer.error.code })
  }

  /** Asks one node after the other until one of them gives an answer. */
  async #insist<T>(path: string, body: unknown): Promise<T> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    for (;;) {
      try {
        const url = `${this.#nodes.pick(this.#random)}/api/chat/sessions${path}`
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) })
        const text = await response.text()
        if (response.status < 500) return JSON.parse(text)
      } catch {
        // No answer, or half of one: it may or may not have been heard.
      }
      this.again++
      await pause(20)
    }
  }
}
