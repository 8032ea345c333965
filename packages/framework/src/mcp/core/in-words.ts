/**
 * How a client that cannot be asked gets through. A question ends its call with an ordinary result that states the question
 * in words; the model asks the person, and goes on with the call by the tool `answer_question`. Where the client shows the
 * view of the tool, the view shows the question, and goes on by `continue_call`, which the model does not see. A call that
 * takes long ends its request with a result that names `check_on`.
 */
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { isObject, type Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { ASKING, CALL_META, type CallState, readCallState, toViewQuestion } from './call-state.ts'
import { notValid, readHandle } from './carrier.ts'
import type { ListedTool } from './catalog.ts'
import { ErrorCode, missingElicitation, ProtocolError } from './errors.ts'
import { toElicitMessage } from './input-request.ts'
import type { CallToolResult } from './outcome.ts'

export const ANSWER_QUESTION = 'answer_question'
const CHECK_ON = 'check_on'
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
  tool: string
  state: string
  /** Only a view has it. */
  key?: string
  answers: Record<string, unknown>
}

/** Characters of the answers that a view sends with one request. */
const MAX_ANSWERS = 256 * 1024

/** Reads the arguments of these tools; `undefined` for every other tool. Throws a `ProtocolError`. */
export function readContinued(inWords: InWords, name: unknown, args: Record<string, unknown>): Continued | undefined {
  if (!toOwnTools(inWords).some((tool) => tool.name === name)) return undefined
  const handle = readCallHandle(args.call)
  if (handle === undefined) throw invalid(`${name} needs the call of an earlier result, unchanged`)
  if (name === CONTINUE_CALL) return readFromView(handle, args.answers)
  const { tool, state } = handle
  if (name === CHECK_ON) return { tool, state, answers: {} }
  if (!isObject(args.answers)) throw invalid(`${ANSWER_QUESTION} needs answers: an object with an answer for each id`)
  return {
    tool,
    state,
    answers: Object.fromEntries(Object.entries(args.answers).map(([id, one]) => [id, toAnswer(one)])),
  }
}

function readFromView(handle: NonNullable<ReturnType<typeof readCallHandle>>, answers: unknown = {}): Continued {
  if (handle.key === undefined) throw invalid(`${CONTINUE_CALL} needs the handle of a view`)
  if (!isObject(answers)) throw invalid(`${CONTINUE_CALL} takes answers as an object, with an answer for each id`)
  if (JSON.stringify(answers).length > MAX_ANSWERS) throw invalid(`answers have at most ${MAX_ANSWERS} characters`)
  return { ...handle, answers }
}

/** Returns the call that a view asks for before it has a handle: by the tool and the arguments that its host gave it. */
export function readShownCall(
  name: unknown,
  args: Record<string, unknown>,
): { tool: string; arguments: Record<string, unknown> } | undefined {
  if (name !== CONTINUE_CALL || args.call !== undefined) return undefined
  const { tool, arguments: given = {} } = args
  if (typeof tool !== 'string' || !isObject(given))
    throw invalid(`${CONTINUE_CALL} needs a call, or a tool and arguments`)
  return { tool, arguments: given }
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

const invalid = (message: string): ProtocolError => new ProtocolError(ErrorCode.invalidParams, message)

/** An answer is checked by its question; a model writes the content of an accepted one, or a word. */
function toAnswer(given: unknown): unknown {
  if (given === 'decline' || given === 'cancel') return { action: given }
  const isAction = isObject(given) && ['accept', 'decline', 'cancel'].includes(given.action as string)
  const isWhole = isAction && Object.keys(given).every((key) => key === 'action' || key === 'content')
  return isWhole ? given : { action: 'accept', content: given }
}

/** By which handles a call goes on, and who may answer. */
export interface Handles {
  /** The model's. */
  call: string
  /** The view's, if the client shows one. */
  view?: string | undefined
  /** Whether the model may answer for the person what need not be answered in a view. */
  asks: boolean
}

/** Returns the result of a call that waits for answers. */
export function toQuestionResult(
  tool: string,
  handles: Handles,
  questions: readonly ElicitEffect[],
  ignored: readonly string[],
): CallToolResult {
  return handles.view === undefined
    ? toWords(tool, handles.call, questions, ignored)
    : toShown(tool, handles.call, handles.view, handles.asks, questions)
}

function toWords(
  tool: string,
  handle: string,
  questions: readonly ElicitEffect[],
  ignored: readonly string[],
): CallToolResult {
  const answers = Object.fromEntries(questions.map(({ id, schema }) => [id, toExample(schema)]))
  const example = JSON.stringify({ call: handle, answers })
  const notes = ignored.map((id) => `The answer to ${JSON.stringify(id)} was ignored: it is not an open question.`)
  const text = [
    `${tool} is not done: it has ${questions.length === 1 ? 'a question' : `${questions.length} questions`} for the ` +
      'person, and nothing more happens before the answer.',
    ...notes,
    ...questions.map((question) => `${toElicitMessage(question)}\n${toHow(question)}`),
    'Ask the person now; do not answer for the person. Then call the tool ' +
      `${ANSWER_QUESTION} with these arguments, with the answer filled in:\n${example}\n` +
      'If the person refuses, write "decline" in place of the fields, or "cancel" to give no answer.',
  ].join('\n\n')
  return toUnfinished(ASKING, text, handle, {
    questions: questions.map((question) => ({
      id: question.id,
      message: toElicitMessage(question),
      schema: question.schema as Json,
      ...(question.url !== undefined && { url: question.url }),
    })),
    next: { tool: ANSWER_QUESTION, arguments: { call: handle, answers } },
  })
}

/** Returns the result of a call whose questions the view of the tool shows. A host may declare views and show none. */
function toShown(
  tool: string,
  call: string,
  view: string,
  asks: boolean,
  questions: readonly ElicitEffect[],
): CallToolResult {
  const shown = questions.map(toViewQuestion)
  const isForModel = asks && shown.every(({ mustAsk }) => !mustAsk)
  const answers = Object.fromEntries(questions.map(({ id, schema }) => [id, toExample(schema)]))
  const fallback = isForModel
    ? `Only if the person sees no such view: ask here, and then call the tool ${ANSWER_QUESTION} with the answer filled in:\n` +
      `${JSON.stringify({ call, answers })}`
    : 'If the person sees no such view, the question can only be answered in another client.'
  const text = [
    `${tool} is not done: it has ${questions.length === 1 ? 'a question' : `${questions.length} questions`} for the ` +
      `person, who sees it in the view of ${tool} and answers there. Nothing more happens before the answer.`,
    ...questions.map((question) =>
      isForModel ? `${toElicitMessage(question)}\n${toFields(question.schema)}` : toElicitMessage(question),
    ),
    `Tell the person to answer in the view. Do not answer for the person, and do not call ${tool} again. When the person has ` +
      `answered, call the tool ${CHECK_ON} for the result:\n${JSON.stringify({ call })}`,
    fallback,
  ].join('\n\n')
  const state: CallState = { version: 1, status: ASKING, call: view, questions: shown }
  return toUnfinished(ASKING, text, call, { next: toNext(call) }, state)
}

/** Returns the result of a request whose call goes on without it. */
export function toRunningResult(
  tool: string,
  { call, view }: Omit<Handles, 'asks'>,
  waitsFor: string | undefined,
): CallToolResult {
  const why = waitsFor === undefined ? 'it is still running' : `it goes on by itself. ${waitsFor}`
  const text =
    `${tool} is not done yet: ${why}. Do not call ${tool} again. To get the result, call the tool ${CHECK_ON} ` +
    `with these arguments:\n${JSON.stringify({ call })}`
  const message = waitsFor ?? 'Still running'
  const state: CallState | undefined =
    view === undefined ? view : { version: 1, status: 'running', call: view, message }
  return toUnfinished('running', text, call, { next: toNext(call) }, state)
}

const toNext = (call: string) => ({ tool: CHECK_ON, arguments: { call } })

/** Returns the error of a question that only a person may answer. It is recorded as its failure, so that `finally` blocks run. */
export const mustBeShown = (question: ElicitEffect): ProtocolError => {
  const { code, message, data } = missingElicitation(question)
  return new ProtocolError(code, message, { ...(data as object), question: toElicitMessage(question) })
}

/** Returns the result of a call that failed because of such a question; `undefined` for another error. */
export function toUnaskableResult(tool: string, { code, data }: ProtocolError): CallToolResult | undefined {
  const { question } = (data ?? {}) as { question?: unknown }
  if (code !== ErrorCode.missingCapability || typeof question !== 'string') return undefined
  const text =
    `${tool} was not done. It has a question that only the person may answer, in a client that shows questions, ` +
    `and this client does not show them:\n\n${question}\n\nTell the person, and do not try again here.`
  return { content: [{ type: 'text', text }], structuredContent: { status: 'needs_person', message: text, question } }
}

/** Some hosts pass on only the structured content to the model, and others only the text: both have the words. */
const toUnfinished = (
  status: string,
  text: string,
  call: string,
  more: object,
  state: object = { version: 1, status, call },
): CallToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent: { status, message: text, call, ...more },
  _meta: { [CALL_META]: state },
})

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

type Field = { type?: string; title?: string; description?: string } & JsonSchema

const fieldsOf = ({ properties, required }: JsonSchema): [name: string, field: Field, isRequired: boolean][] =>
  Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => [
    name,
    field as Field,
    Array.isArray(required) && required.includes(name),
  ])

/** Says how a question is answered: with the fields of its form, or by opening its page. */
const toHow = ({ url, schema }: ElicitEffect): string =>
  url === undefined
    ? toFields(schema)
    : `The person opens this page in a browser; show the whole address, and do not open it yourself:\n${url}\n{} says that the person agrees to.`

function toFields(schema: JsonSchema): string {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return 'The answer has no fields: {} accepts.'
  return fields.map(([name, field, isRequired]) => `- ${toField(name, field, isRequired)}`).join('\n')
}

function toField(name: string, field: Field, isRequired: boolean): string {
  const { type = 'text', title, description, minimum, maximum, format } = field
  const choices = toChoices(field)
  const kind = [
    type === 'string' ? 'text' : type === 'array' ? 'a list' : type,
    ...(typeof format === 'string' ? [format] : []),
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(isRequired ? [] : ['optional']),
  ].join(', ')
  const words = [title, description].filter((text) => text !== undefined && text !== name).join('. ')
  return `${name} (${kind})${words && `: ${words}`}${choices.length === 0 ? '' : `; one of: ${choices.join(', ')}`}`
}

function toChoices(field: JsonSchema): string[] {
  const { items } = field
  const { enum: values, oneOf, anyOf } = (isObject(items) ? items : field) as Partial<Record<string, unknown>>
  const options = [oneOf, anyOf].find(Array.isArray) as { const?: unknown; title?: string }[] | undefined
  if (options !== undefined) {
    return options.map(({ const: value, title }) => JSON.stringify(value) + (title ? ` (${title})` : ''))
  }
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : []
}

/** An answer that shows the form and cannot be taken for one of the person. */
const toExample = (schema: JsonSchema): Record<string, string> =>
  Object.fromEntries(fieldsOf(schema).map(([name]) => [name, '…']))
