/**
 * How a client that cannot be asked gets through. A question ends its call with an ordinary result that states the question
 * in words; the model asks the person, and goes on with the call by the tool `answer_question`. A call that takes long ends
 * its request with a result that names `check_on`.
 */
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { isObject, type Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import type { ListedTool } from './catalog.ts'
import { ErrorCode, missingElicitation, ProtocolError } from './errors.ts'
import { toElicitMessage } from './input-request.ts'
import type { CallToolResult } from './outcome.ts'

export const ANSWER_QUESTION = 'answer_question'
const CHECK_ON = 'check_on'

/** Where a result says that the call has not ended, and by which handle it goes on. */
const CALL_META = 'dev.sweatpants/call'

/** The status of a result that states a question. */
const ASKING = 'waiting_for_answer'

/** What a server does for clients that cannot be asked. */
export interface InWords {
  /** Whether it puts questions in words. Without it, a question fails with -32021. */
  readonly asks: boolean
  /** Milliseconds after which a request ends before its call does. */
  readonly wait: number
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

/** Returns the tools that go on with calls. */
export const toOwnTools = ({ asks, wait }: InWords): ListedTool[] => [
  ...(asks ? [ANSWER_TOOL] : []),
  ...(asks || Number.isFinite(wait) ? [CHECK_TOOL] : []),
]

/** A handle names the tool, so that its scopes are checked before anything is read. */
export const toCallHandle = (tool: string, state: string): string => `${tool}:${state}`

/** Returns the tool and the state of a handle; `undefined` for another text. */
export function readCallHandle(handle: unknown): { tool: string; state: string } | undefined {
  const [, tool, state] = (typeof handle === 'string' && /^([\w.-]{1,128}):([\w.-]+)$/.exec(handle.trim())) || []
  return tool === undefined || state === undefined ? undefined : { tool, state }
}

/** What `answer_question` or `check_on` goes on with. */
export interface Continued {
  tool: string
  state: string
  answers: Record<string, unknown>
}

/** Reads the arguments of the two tools; `undefined` for every other tool. Throws a `ProtocolError`. */
export function readContinued(inWords: InWords, name: unknown, args: Record<string, unknown>): Continued | undefined {
  if (!toOwnTools(inWords).some((tool) => tool.name === name)) return undefined
  const handle = readCallHandle(args.call)
  if (handle === undefined) throw invalid(`${name} needs the call of an earlier result, unchanged`)
  if (name === CHECK_ON) return { ...handle, answers: {} }
  if (!isObject(args.answers)) throw invalid(`${ANSWER_QUESTION} needs answers: an object with an answer for each id`)
  return {
    ...handle,
    answers: Object.fromEntries(Object.entries(args.answers).map(([id, one]) => [id, toAnswer(one)])),
  }
}

const invalid = (message: string): ProtocolError => new ProtocolError(ErrorCode.invalidParams, message)

/** An answer is checked by its question; a model writes the content of an accepted one, or a word. */
function toAnswer(given: unknown): unknown {
  if (given === 'decline' || given === 'cancel') return { action: given }
  const isAction = isObject(given) && ['accept', 'decline', 'cancel'].includes(given.action as string)
  const isWhole = isAction && Object.keys(given).every((key) => key === 'action' || key === 'content')
  return isWhole ? given : { action: 'accept', content: given }
}

/** Returns the result of a call that waits for answers. */
export function toQuestionResult(
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
    ...questions.map((question) => `${toElicitMessage(question)}\n${toFields(question.schema)}`),
    'Ask the person now; do not answer for the person. Then call the tool ' +
      `${ANSWER_QUESTION} with these arguments, with the answer filled in:\n${example}\n` +
      'If the person refuses, write "decline" in place of the fields, or "cancel" to give no answer.',
  ].join('\n\n')
  return toUnfinished(ASKING, text, handle, {
    questions: questions.map((question) => ({
      id: question.id,
      message: toElicitMessage(question),
      schema: question.schema as Json,
    })),
    next: { tool: ANSWER_QUESTION, arguments: { call: handle, answers } },
  })
}

/** Returns the result of a request whose call goes on without it. */
export function toRunningResult(tool: string, handle: string, waitsFor: string | undefined): CallToolResult {
  const why = waitsFor === undefined ? 'it is still running' : `it goes on by itself. ${waitsFor}`
  const text =
    `${tool} is not done yet: ${why}. Do not call ${tool} again. To get the result, call the tool ${CHECK_ON} ` +
    `with these arguments:\n${JSON.stringify({ call: handle })}`
  return toUnfinished('running', text, handle, { next: { tool: CHECK_ON, arguments: { call: handle } } })
}

/** Returns the error of a question that only a person may answer. It is recorded as its failure, so that `finally` blocks run. */
export const mustBeShown = (question: ElicitEffect): ProtocolError => {
  const { code, message, data } = missingElicitation()
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
const toUnfinished = (status: string, text: string, call: string, more: object): CallToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent: { status, message: text, call, ...more },
  _meta: { [CALL_META]: { status, call } },
})

/** Whether a result says that its call has not ended. */
export const isUnfinished = ({ _meta }: { _meta?: unknown }): boolean => isObject(_meta) && CALL_META in _meta

/** Whether a result states a question. */
export const asksInWords = ({ _meta }: { _meta?: unknown }): boolean => {
  const { status } = (isObject(_meta) ? (_meta[CALL_META] ?? {}) : {}) as { status?: unknown }
  return status === ASKING
}

type Field = { type?: string; title?: string; description?: string } & JsonSchema

const fieldsOf = ({ properties, required }: JsonSchema): [name: string, field: Field, isRequired: boolean][] =>
  Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => [
    name,
    field as Field,
    Array.isArray(required) && required.includes(name),
  ])

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
