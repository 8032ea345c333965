import { randomUUID } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type Client,
  isInputRequiredResult,
  isSpecType,
  LOG_LEVEL_META_KEY,
} from '@modelcontextprotocol/client'
import type { StepContext } from '../../tools/effects/step.ts'
import type { Listen } from '../../tools/effects/wait.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import { isObject } from '../../tools/json.ts'
import { deferred, succeeded } from '../../tools/outcome.ts'
import { TASKS_EXTENSION } from '../core/client-capabilities.ts'
import { IDEMPOTENCY_META } from '../core/idempotency.ts'
import { CallContext, type Heard } from './call-context.ts'
import { toTaskResult } from './call-task.ts'
import {
  type Asked,
  type Calls,
  declare,
  type HostedCall,
  type HostedQuestion,
  type Replies,
  type Round,
  sendCall,
} from './calls.ts'
import { toRecorded } from './hosted-schemas.ts'
import { Relay } from './relay.ts'
import { asksBeyond, awaitTask, cancelTask, isOver, readTask, type Task, updateTask } from './task-requests.ts'
import { findTask } from './task-transport.ts'
import type { Wire } from './wire.ts'

const TASKS = { extensions: { [TASKS_EXTENSION]: {} } }

const BARE_META = { [CLIENT_CAPABILITIES_META_KEY]: TASKS }

/** Milliseconds that one request waits for a task, well within `limits.answerTime`. */
const PATIENCE = 5 * 60_000

/** 2026: every round is a request of its own, and the server's state is in our journal. Any process can send the next one. */
export class Rev2026Calls implements Calls {
  readonly #client: Client
  readonly #wire: Wire
  readonly #offer: { hasModel: boolean; apps: boolean }
  readonly resends = true
  readonly heard = new CallContext<Heard>()

  constructor(client: Client, wire: Wire, offer: { hasModel: boolean; apps: boolean }) {
    this.#client = client
    this.#wire = wire
    this.#offer = offer
  }

  problemOf(): undefined {}

  begin(call: HostedCall, step: StepContext): Promise<Round> {
    return this.#send(call, {}, step)
  }

  async reply(call: HostedCall, asked: Asked, replies: Replies, step: StepContext): Promise<Round> {
    const answers = Object.entries(replies).map(([id, reply]) => {
      // The protocol has no way to tell the server that a question failed.
      if (reply.type === 'refusal') throw new SweatpantsError(`its question "${id}" got no answer: ${reply.problem}`)
      return [id, reply.value]
    })
    const { state, task } = asked
    if (task !== undefined) return this.#followTask(call, task, Object.fromEntries(answers), step)
    const retry = {
      ...(answers.length > 0 && { inputResponses: Object.fromEntries(answers) }),
      ...(state !== undefined && { requestState: state }),
    }
    return this.#send(call, retry, step)
  }

  /** A task goes on when its questions expire, or are answered elsewhere. */
  moved({ task, questions }: Asked): Listen | undefined {
    if (task === undefined) return undefined
    const until = ({ inputRequests = {} }: Task) => !questions.some(({ id }) => Object.hasOwn(inputRequests, id))
    return (settle, signal) => {
      awaitTask(this.#client, task, { until, signal, meta: BARE_META }).then(
        () => settle(succeeded(undefined)),
        // The questions stay open: the next request about the task says why.
        () => {},
      )
      return deferred
    }
  }

  abandon({ task }: Asked): void {
    // The run is over, so it cannot wait for the server. A task that is not cancelled expires.
    if (task !== undefined) cancelTask(this.#client, task, { meta: BARE_META }).catch(() => {})
  }

  /** Sends the answers to a task, and waits until it asks again or is over, or for some minutes: then the run has a look. */
  async #followTask(
    call: HostedCall,
    taskId: string,
    answers: Record<string, unknown>,
    step: StepContext,
  ): Promise<Round> {
    const sending = { signal: step.signal, meta: this.#declare(call) }
    const relay = new Relay(step)
    const known = new Set(Object.keys(answers))
    if (known.size > 0) await updateTask(this.#client, taskId, answers, sending)
    let said: string | undefined
    const look = ({ statusMessage }: Task) => {
      if (statusMessage !== undefined && statusMessage !== said) relay.log({ level: 'info', data: statusMessage })
      said = statusMessage
    }
    const until = (task: Task) => asksBeyond(task, known)
    const task = await awaitTask(this.#client, taskId, { ...sending, until, look, patience: PATIENCE })
    if (isOver(task)) return { type: 'ended', result: toRecorded(toTaskResult(task)) }
    const open = Object.entries(task.inputRequests ?? {}).filter(([key]) => !known.has(key))
    return { type: 'asked', questions: open.map(([id, request]) => toQuestion(id, request)), task: taskId }
  }

  #declare({ can }: HostedCall): Record<string, unknown> {
    const { hasModel, apps } = this.#offer
    const { extensions, ...capabilities } = declare({ ...can, sampling: hasModel || can.sampling }, apps)
    return {
      [CLIENT_CAPABILITIES_META_KEY]: { ...capabilities, extensions: { ...extensions, ...TASKS.extensions } },
    }
  }

  async #send(call: HostedCall, retry: object, step: StepContext): Promise<Round> {
    const heard: Heard = { id: randomUUID(), relay: new Relay(step) }
    const params = {
      name: call.tool,
      arguments: call.arguments,
      ...retry,
      _meta: {
        ...this.#declare(call),
        [LOG_LEVEL_META_KEY]: 'info',
        progressToken: heard.id,
        [IDEMPOTENCY_META]: step.idempotencyKey,
      },
    }
    const options = { allowInputRequired: true, headers: call.headers, signal: step.signal }
    const result = await this.heard.running(heard, () =>
      this.heard.enter(heard, () => sendCall(this.#client, this.#wire, params, options)),
    )
    const task = findTask(result)
    // Its id is recorded before anything else is done: another process goes on with the task.
    if (task !== undefined) return { type: 'asked', questions: [], task: readTask(task).taskId }
    if (!isInputRequiredResult(result)) return { type: 'ended', result: toRecorded(result) }
    const { inputRequests = {}, requestState } = result
    return {
      type: 'asked',
      questions: Object.entries(inputRequests).map(([id, request]) => toQuestion(id, request)),
      ...(requestState !== undefined && { state: requestState }),
    }
  }
}

/** Returns a question of a round, which the client has not checked. */
function toQuestion(id: string, request: unknown): HostedQuestion {
  if (isSpecType.ElicitRequest(request) || isSpecType.CreateMessageRequest(request)) {
    return { id, key: id, method: request.method, params: { ...request.params } }
  }
  if (isPageRequest(request)) return { id, key: id, method: request.method, params: { ...request.params } }
  if (isSpecType.ListRootsRequest(request)) return { id, key: id, method: 'roots/list', params: {} }
  throw new SweatpantsError(`it asked "${id}" in a way that MCP does not have`)
}

/** The client knows the request to open a page only with the id that 2025 has for it. */
const isPageRequest = (
  request: unknown,
): request is { method: 'elicitation/create'; params: Record<string, unknown> } =>
  isObject(request) &&
  request.method === 'elicitation/create' &&
  isObject(request.params) &&
  request.params.mode === 'url' &&
  typeof request.params.message === 'string' &&
  typeof request.params.url === 'string'
