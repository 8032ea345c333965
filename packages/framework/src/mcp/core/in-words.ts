/**
 * How a client that cannot be asked gets through. A question ends its call with an ordinary result that states the question
 * in words; the model asks the person, and goes on with the call by the tool `answer_question`. Where the client shows the
 * view of the tool, the view shows the question, and goes on by `continue_call`, which the model does not see. A call that
 * takes long ends its request with a result that names `check_on`.
 */
import { isObject } from '../../tools/json.ts'
import { ASKING, type CallState, readCallState } from './call-state.ts'
import { notValid, readHandle } from './carrier.ts'
import type { ListedTool } from './catalog.ts'
import { invalidParams, type ProtocolError } from './errors.ts'
import type { CallToolResult } from './outcome.ts'
import type { Tier } from './tier.ts'

export const ANSWER_QUESTION = 'answer_question'
export const CHECK_ON = 'check_on'
export const CONTINUE_CALL = 'continue_call'

/** What a server does for clients that cannot be asked. */
export interface InWords {
  /** Whether it puts questions in words. Without it, a question fails with -32021. */
  readonly asks: boolean
  /** Milliseconds after which a request ends before its call does. */
  readonly wait: number
  /** Whether it has views, which answer where the client shows them. */
  readonly shows: boolean
}

const ANSWER_TOOL: ListedTool = {
  name: ANSWER_QUESTION,
  title: 'Answer a question',
  description:
    'Continues a call that has returned a question instead of a result. Ask the person the question first and pass on the ' +
    'answer of the person; never make up an answer.',
  inputSchema: {
    type: 'object',
    properties: {
      call: { type: 'string', description: 'The `call` of the result that asked, unchanged.' },
      answers: {
        type: 'object',
        description:
          'The answer to each question by its id: an object with the fields that the question names, or "decline" or "cancel".',
        additionalProperties: true,
      },
    },
    required: ['call', 'answers'],
  },
}

const CHECK_TOOL: ListedTool = {
  name: CHECK_ON,
  title: 'Check on a call',
  description: 'Waits for the result of a call that has returned before it had one.',
  inputSchema: {
    type: 'object',
    properties: { call: { type: 'string', description: 'The `call` of the earlier result, unchanged.' } },
    required: ['call'],
  },
  annotations: { readOnlyHint: true },
}

const CONTINUE_TOOL: ListedTool = {
  name: CONTINUE_CALL,
  title: 'Continue a call',
  description: 'For the view of a tool: returns the open questions of a call, and takes the answers of the person.',
  inputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', description: 'The tool whose call the view shows, until the view has a handle.' },
      arguments: { type: 'object', additionalProperties: true },
      call: { type: 'string', description: 'The handle of the call.' },
      answers: { type: 'object', description: 'An answer for each question by its id.', additionalProperties: true },
    },
  },
  _meta: { ui: { visibility: ['app'] } },
}

/** Returns the tools that go on with calls. */
export const toOwnTools = ({ asks, wait, shows }: InWords): ListedTool[] => [
  ...(asks ? [ANSWER_TOOL] : []),
  ...(asks || shows || Number.isFinite(wait) ? [CHECK_TOOL] : []),
  ...(shows ? [CONTINUE_TOOL] : []),
]

/**
 * A handle names the tool, so that its scopes are checked before anything is read. That of a view ends with a key, with which
 * it may answer what only the person answers.
 */
export const toCallHandle = (tool: string, state: string, key?: string): string =>
  [tool, state, ...(key === undefined ? [] : [key])].join(':')

const HANDLE = /^([\w.-]{1,128}):([\w.-]+)(?::([\w-]{1,64}))?$/

/** Returns the tool, the state and the key of a handle; `undefined` for another text. */
export function readCallHandle(handle: unknown): { tool: string; state: string; key?: string } | undefined {
  const [, tool, state, key] = (typeof handle === 'string' && HANDLE.exec(handle.trim())) || []
  if (tool === undefined || state === undefined) return undefined
  return { tool, state, ...(key !== undefined && { key }) }
}

/** What `answer_question`, `check_on` or `continue_call` goes on with. */
export interface Continued {
  type: 'continued'
  tool: string
  state: string
  /** Only a view has it. */
  key?: string
  answers: Record<string, unknown>
}

/** Characters of the answers that a view sends with one request. */
const MAX_ANSWERS = 256 * 1024

/** The call that a view asks for before it has a handle: by the tool and the arguments that its host gave it. */
export interface ShownCall {
  type: 'shown'
  tool: string
  arguments: Record<string, unknown>
}

/** Reads a call of one of these tools by a client of this tier; `undefined` for every other tool. Throws a `ProtocolError`. */
export function readOwnCall(
  inWords: InWords | undefined,
  tier: Tier,
  name: unknown,
  args: Record<string, unknown>,
): Continued | ShownCall | undefined {
  const isFromView = name === CONTINUE_CALL
  const cannotBeAsked = isFromView ? tier === 'tool-view' : tier === 'tool-view' || tier === 'words'
  if (inWords === undefined || !cannotBeAsked) return undefined
  if (!toOwnTools(inWords).some((tool) => tool.name === name)) return undefined
  if (isFromView && args.call === undefined) return readShown(args)
  const handle = readCallHandle(args.call)
  if (handle === undefined) throw invalidParams(`${name} needs the call of an earlier result, unchanged`)
  if (isFromView) return readFromView(handle, args.answers)
  const { tool, state } = handle
  if (name === CHECK_ON) return { type: 'continued', tool, state, answers: {} }
  if (!isObject(args.answers))
    throw invalidParams(`${ANSWER_QUESTION} needs answers: an object with an answer for each id`)
  const answers = Object.fromEntries(Object.entries(args.answers).map(([id, one]) => [id, toAnswer(one)]))
  return { type: 'continued', tool, state, answers }
}

function readFromView(handle: NonNullable<ReturnType<typeof readCallHandle>>, answers: unknown = {}): Continued {
  if (handle.key === undefined) throw invalidParams(`${CONTINUE_CALL} needs the handle of a view`)
  if (!isObject(answers)) throw invalidParams(`${CONTINUE_CALL} takes answers as an object, with an answer for each id`)
  if (JSON.stringify(answers).length > MAX_ANSWERS)
    throw invalidParams(`answers have at most ${MAX_ANSWERS} characters`)
  return { type: 'continued', ...handle, answers }
}

function readShown({ tool, arguments: given = {} }: Record<string, unknown>): ShownCall {
  if (typeof tool === 'string' && isObject(given)) return { type: 'shown', tool, arguments: given }
  throw invalidParams(`${CONTINUE_CALL} needs a call, or a tool and arguments`)
}

/** Returns the result of `continue_call`. It has no text: none of it is for the model. */
export const toViewResult = (state: CallState): CallToolResult => ({ content: [], structuredContent: state })

/** Says what to do with a call that cannot go on. */
export function sayLost(tool: string, { message }: ProtocolError): string {
  if (message !== notValid().message) return message.replace('this requestState', 'this value of `call`')
  return (
    'This value of `call` is not valid here. Pass it on unchanged, from the newest result. If it is unchanged, the ' +
    'server was restarted without its keys or its store, and the call is lost: tell the person that part of it may have ' +
    `happened, and call ${tool} again only if the person agrees. Calls survive a restart with SWEATPANTS_KEYS or a store.`
  )
}

/** An answer is checked by its question; a model writes the content of an accepted one, or a word. */
function toAnswer(given: unknown): unknown {
  if (given === 'decline' || given === 'cancel') return { action: given }
  const isAction = isObject(given) && ['accept', 'decline', 'cancel'].includes(given.action as string)
  const isWhole = isAction && Object.keys(given).every((key) => key === 'action' || key === 'content')
  return isWhole ? given : { action: 'accept', content: given }
}

/** Whether a result says that its call has not ended. */
export const isUnfinished = (result: { _meta?: unknown }): boolean => readCallState(result) !== undefined

/** Returns the id of the stored call that a result asks for, if a view shows its questions. */
export function readCallId(result: { _meta?: unknown }): string | undefined {
  const state = readCallState(result)
  const handle = state !== undefined && 'call' in state ? readCallHandle(state.call) : undefined
  return handle?.key === undefined ? undefined : readHandle(handle.state)
}

/** Whether a result states a question. */
export const asksInWords = (result: { _meta?: unknown }): boolean => readCallState(result)?.status === ASKING
