/** The results by which a client that cannot be asked learns of questions, of calls that go on, and of those that cannot. */
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { isObject, type Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { ASKING, CALL_META, type CallState, toViewQuestion } from './call-state.ts'
import { ErrorCode, type JsonRpcError, missingElicitation, ProtocolError } from './errors.ts'
import { ANSWER_QUESTION, CHECK_ON } from './in-words.ts'
import { toElicitMessage } from './input-request.ts'
import type { CallToolResult } from './outcome.ts'

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
  const answers = Object.fromEntries(questions.map(({ id, schema }) => [id, toExample(schema)]))
  const asked: Asked = { tool, questions, next: { call: handles.call, answers } }
  return handles.view === undefined ? toWords(asked, ignored) : toShown(asked, handles.view, handles.asks)
}

interface Asked {
  tool: string
  questions: readonly ElicitEffect[]
  /** The arguments of `answer_question`, with the answers left out. */
  next: { call: string; answers: object }
}

const toStart = ({ tool, questions }: Asked): string =>
  `${tool} is not done: it has ${questions.length === 1 ? 'a question' : `${questions.length} questions`} for the person`

function toWords(asked: Asked, ignored: readonly string[]): CallToolResult {
  const { questions, next } = asked
  const notes = ignored.map((id) => `The answer to ${JSON.stringify(id)} was ignored: it is not an open question.`)
  const text = [
    `${toStart(asked)}, and nothing more happens before the answer.`,
    ...notes,
    ...questions.map((question) => `${toElicitMessage(question)}\n${toHow(question)}`),
    'Ask the person now; do not answer for the person. Then call the tool ' +
      `${ANSWER_QUESTION} with these arguments, with the answer filled in:\n${JSON.stringify(next)}\n` +
      'If the person refuses, write "decline" in place of the fields, or "cancel" to give no answer.',
  ].join('\n\n')
  return toUnfinished(ASKING, text, next.call, {
    questions: questions.map((question) => ({
      id: question.id,
      message: toElicitMessage(question),
      schema: question.schema as Json,
      ...(question.url !== undefined && { url: question.url }),
    })),
    next: { tool: ANSWER_QUESTION, arguments: next },
  })
}

/** Returns the result of a call whose questions the view of the tool shows. A host may declare views and show none. */
function toShown(asked: Asked, view: string, asks: boolean): CallToolResult {
  const { tool, questions, next } = asked
  const { call } = next
  const shown = questions.map(toViewQuestion)
  const isForModel = asks && shown.every(({ mustAsk }) => !mustAsk)
  const fallback = isForModel
    ? `Only if the person sees no such view: ask here, and then call the tool ${ANSWER_QUESTION} with the answer filled in:\n` +
      JSON.stringify(next)
    : 'If the person sees no such view, the question can only be answered in another client.'
  const text = [
    `${toStart(asked)}, who sees it in the view of ${tool} and answers there. Nothing more happens before the answer.`,
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
export function toUnaskableResult(tool: string, error: unknown): CallToolResult | undefined {
  const { code, data } = error as Partial<JsonRpcError>
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
