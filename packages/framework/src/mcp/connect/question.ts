import type { Model } from '../../models/model.ts'
import type { ToolContext } from '../../tools/context.ts'
import { branchOf } from '../../tools/create-context.ts'
import type { Effect } from '../../tools/effect.ts'
import { Sample, type SampleReply } from '../../tools/effects/sample.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import { type ElicitForm, elicitForm, elicitPage } from '../../tools/hosted-elicit.ts'
import { isObject } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { type SchemaLimits, surveySchema } from '../../tools/survey-schema.ts'
import { ELICIT_META } from '../core/input-request.ts'
import { toQuestionApp } from './app.ts'
import type { HostedQuestion, Replies, Reply } from './calls.ts'
import type { HostedLimits } from './limits.ts'
import { readPage } from './read-page.ts'
import { fromSampleParams, type SampleParams, toOffer, toSampleResult } from './sample-params.ts'

type Asking<T> = Generator<Effect, T, unknown>

/** What answers the questions of a server, besides the run. */
export interface Answering {
  /** Answers samples in place of the run. */
  readonly model: Model | undefined
  /** The server that asks, by a name that it cannot choose. */
  readonly origin: string
  readonly limits: Required<HostedLimits>
  /** Whether views of the server are shown in place of forms: both sides have declared it. */
  readonly asksByApp: boolean
}

/** Asks all questions of a round at once, each as an effect of our run. */
export function* askAll(ctx: ToolContext, questions: readonly HostedQuestion[], answering: Answering): Asking<Replies> {
  const replies = yield* ctx.all(questions.map((question) => ask(ctx, question, answering)))
  return Object.fromEntries(questions.map(({ id }, index) => [id, replies[index]!]))
}

function* ask(ctx: ToolContext, question: HostedQuestion, answering: Answering): Asking<Reply> {
  try {
    return { type: 'answer', value: yield* answer(ctx, question, answering) }
  } catch (error) {
    if (!(error instanceof SweatpantsError)) throw error
    return { type: 'refusal', problem: error.message }
  }
}

function* answer(
  ctx: ToolContext,
  { key, method, params }: HostedQuestion,
  { model, origin, limits: { schema: limits }, asksByApp }: Answering,
): Asking<Record<string, unknown>> {
  if (method === 'elicitation/create') {
    if (params.mode === 'url') {
      refuseUnless(ctx.can.url === true, 'ask a person to open a page')
      const page = { key, origin, message: String(params.message), url: readPage(params.url) }
      return { action: (yield* elicitPage(ctx, page)).action }
    }
    refuseUnless(ctx.can.elicitation, 'ask a person')
    const app = asksByApp ? toQuestionApp(params) : undefined
    const form = { key, origin, ...fromElicitParams(params, limits), ...(app !== undefined && { app }) }
    const given = yield* elicitForm(ctx, form)
    return given.action === 'accept' ? { action: given.action, content: given.content } : { action: given.action }
  }
  if (method === 'roots/list') {
    refuseUnless(ctx.can.roots, 'give roots')
    return { roots: yield* ctx.roots() }
  }
  // The schema of the revision was checked when the request came.
  const wanted = params as unknown as SampleParams
  for (const { inputSchema } of wanted.tools ?? []) surveySchema(inputSchema, limits)
  if (model !== undefined) return toSampleResult(yield* sampleBy(model, ctx, key, wanted), wanted)
  refuseUnless(ctx.can.sampling, 'ask a model')
  const { tools, toolChoice } = wanted
  const request = { key, ...fromSampleParams(wanted) }
  const offer = tools && { tools: toOffer(tools), toolChoice: toolChoice?.mode ?? 'auto' }
  const sampled = yield* offer === undefined ? ctx.sample(request) : ctx.sample({ ...request, ...offer })
  return toSampleResult({ ...sampled, content: sampled.exchange.response.content }, wanted)
}

/** Asks the host's own model; the reply is recorded like the outcome of any step. */
function* sampleBy(model: Model, ctx: ToolContext, key: string, params: SampleParams): Asking<SampleReply> {
  const branch = branchOf(ctx)
  const { tools, toolChoice } = params
  const offer = tools && { tools, toolChoice: toolChoice?.mode ?? 'auto' }
  const { settings } = new Sample(branch, { key, ...fromSampleParams(params) }, offer, [])
  const reply = yield* ctx.step('sample', ({ signal }) => model.answer(settings, { signal }))
  if (reply.usage !== undefined) branch.spend(reply.usage)
  return reply
}

function refuseUnless(can: boolean, what: string): void {
  if (!can) throw new SweatpantsError(`the host cannot ${what} here`)
}

/** Returns the form in a server's question. A server of ours adds the context that its plugins show. */
function fromElicitParams(params: Record<string, unknown>, limits: SchemaLimits): Omit<ElicitForm, 'key' | 'origin'> {
  const { mode, message, requestedSchema, _meta } = params
  if (mode !== undefined && mode !== 'form') {
    throw new SweatpantsError(`the host has declared that it asks by form, not by ${JSON.stringify(mode)}`)
  }
  surveySchema(requestedSchema, limits)
  const { context } = ((_meta as Record<string, unknown> | undefined)?.[ELICIT_META] ?? {}) as { context?: unknown }
  return { message: String(message), schema: requestedSchema as JsonSchema, ...(isObject(context) && { context }) }
}
