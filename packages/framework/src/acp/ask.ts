import { openApprovals, openQuestions, toAnswer, toApprovalId, toQuestionId, toVerdict } from '../chat/asked.ts'
import type { ChatSession } from '../chat/chat-session.ts'
import { CommandError } from '../chat/command.ts'
import type { ChatState, PendingApprovalState, PendingElicitState } from '../chat/state.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { isObject } from '../tools/json.ts'
import { toPermissionForm } from './permission.ts'
import type { AcpEditor } from './protocol.ts'

/** How often one attempt at a question is asked: an editor that always sends what does not fit must not be asked for ever. */
const MAX_ASKED = 4

export interface AskingOptions {
  session: ChatSession
  editor: AcpEditor
  /** Whether the editor shows forms. */
  canElicit: boolean
  /** Tells the person something that no update says. */
  say(text: string): void
}

/** Asks the editor what is open in a session, and withdraws what is not open any more. */
export class Asking {
  readonly #options: AskingOptions
  readonly #open = new Map<string, AbortController>()

  constructor(options: AskingOptions) {
    this.#options = options
  }

  look(state: ChatState): void {
    const open = new Map<string, (signal: AbortSignal) => Promise<void>>()
    for (const question of openQuestions(state)) {
      open.set(toQuestionId(question), (signal) => this.#elicit(question, signal))
    }
    for (const approval of openApprovals(state)) {
      open.set(toApprovalId(approval), (signal) => this.#approve(approval, signal))
    }
    for (const [id, asked] of this.#open) if (!open.has(id)) asked.abort()
    for (const [id, ask] of open) if (!this.#open.has(id)) this.#ask(id, ask)
  }

  /** Withdraws everything. */
  close(): void {
    for (const asked of this.#open.values()) asked.abort()
  }

  #ask(id: string, ask: (signal: AbortSignal) => Promise<void>): void {
    const asked = new AbortController()
    this.#open.set(id, asked)
    ask(asked.signal).catch((error: Error) => {
      if (!asked.signal.aborted) this.#options.say(`\n(${error.message})\n`)
    })
  }

  async #elicit(question: PendingElicitState, signal: AbortSignal): Promise<void> {
    const { session } = this.#options
    const send = (result: ElicitAnswer) => session.command(toAnswer(question, result))
    let problem = question.refusal
    for (let asked = 1; asked < MAX_ASKED; asked++) {
      try {
        await send(await this.#answer(question, problem, signal))
        return
      } catch (error) {
        if (!(error instanceof CommandError && error.code === 'answer_invalid')) throw error
        problem = error.message
      }
    }
    await send({ action: 'cancel' })
  }

  async #answer(question: PendingElicitState, problem: string | undefined, signal: AbortSignal): Promise<ElicitAnswer> {
    const { message, schema, url, callId: toolCallId, origin } = question
    const words = [
      origin === undefined ? message : `${origin} asks: ${message}`,
      ...(url === undefined ? [] : [`Open this page in your browser: ${url}`]),
      ...(problem === undefined ? [] : [`(The last answer was refused: ${problem})`]),
    ].join('\n\n')
    const { sessionId } = this.#options.session
    if (this.#options.canElicit) {
      const form = { mode: 'form', sessionId, toolCallId, message: words, requestedSchema: schema ?? EMPTY }
      return fromElicitation(await this.#request('elicitation/create', form, signal))
    }
    const form = toPermissionForm(schema)
    if (form === undefined) {
      this.#options.say(`\n${words}\n\n(This editor cannot show the form of this question, so it is cancelled.)\n`)
      return { action: 'cancel' }
    }
    const optionId = await this.#permit(toolCallId, { title: words }, form.options, signal)
    return optionId === undefined ? { action: 'cancel' } : form.toAnswer(optionId)
  }

  async #approve(approval: PendingApprovalState, signal: AbortSignal): Promise<void> {
    const { callId, toolName, arguments: rawInput, preview } = approval
    const title = preview === undefined ? toolName : `${toolName}: ${preview}`
    const chosen = await this.#permit(callId, { title, rawInput }, APPROVAL, signal)
    await this.#options.session.command(toVerdict(approval, chosen === 'allow'))
  }

  /** Resolves to the option that the person chose, or `undefined` if the request was cancelled. */
  async #permit(toolCallId: string, shown: object, options: readonly object[], signal: AbortSignal) {
    const { sessionId } = this.#options.session
    const toolCall = { toolCallId, status: 'pending', ...shown }
    const reply = await this.#request('session/request_permission', { sessionId, toolCall, options }, signal)
    const { outcome } = reply as { outcome?: { outcome?: string; optionId?: string } }
    return outcome?.outcome === 'selected' ? outcome.optionId : undefined
  }

  async #request(method: string, params: object, cancellationSignal: AbortSignal): Promise<unknown> {
    const reply = await this.#options.editor.request(method, params, { cancellationSignal })
    cancellationSignal.throwIfAborted()
    return reply
  }
}

const EMPTY = { type: 'object', properties: {} }

const APPROVAL = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
]

function fromElicitation(reply: unknown): ElicitAnswer {
  const { action, content } = isObject(reply) ? reply : {}
  if (action === 'accept') return { action, content: content ?? {} }
  return { action: action === 'decline' ? action : 'cancel' }
}
