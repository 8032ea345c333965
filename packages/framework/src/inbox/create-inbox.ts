import { Hono } from 'hono'
import { toCallerName } from '../http/allowance.ts'
import { createStreamAllowance } from '../http/event-stream.ts'
import { HttpError } from '../http/http-error.ts'
import { readLimits } from '../http/limits.ts'
import { replyEvents, replyJson } from '../http/replies.ts'
import { createRoutes, type RoutesOptions, type RouteTable } from '../http/routes.ts'
import type { Store, StreamRef } from '../log/log.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { isObject, type Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { answerByLink, showLink } from './answer-page.ts'
import { Deliveries } from './deliveries.ts'
import { followInbox } from './follow-inbox.ts'
import { type AnswerEvent, type InboxQuestion, toInboxQuestion } from './question.ts'
import {
  type AnswerOptions,
  type AudienceOf,
  answerQuestion,
  defaultAudience,
  listQuestions,
  type QuestionPage,
} from './questions.ts'
import { Signals } from './signals.ts'
import { type SignalledRun, Tokens } from './token.ts'

/** A question on its way to the people who may answer it. */
export interface Delivery {
  question: InboxQuestion
  /**
   * Returns a URL at which the question can be answered once, without a login, by the person who is named; the answer is
   * attributed to them. Default: the first of `question.to`.
   */
  link(by?: string): string
  /** Aborts after 30 seconds, or after a shorter pause of `retryPauses`: the delivery has failed then, also if `onQuestion` resolves later. */
  signal: AbortSignal
}

export interface InboxOptions extends Pick<RoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins'> {
  store: Store
  /** Returns the names that a principal answers to. Default: `user:<principal>`. */
  audience?: AudienceOf
  /** The public address at which `routes` are served, for links and signals: `https://app.example`; a function where it is known later. */
  baseUrl?: string | (() => string)
  /** Secrets that seal links and signal URLs, newest first, each at least 32 characters. Without them, URLs end with the process. */
  keys?: readonly string[]
  /**
   * Tells people outside of a question with `to`: by e-mail, in a chat channel. Called at least once for each while it is
   * open, on one node at a time, and again after a pause if it rejects or does not resolve in time.
   */
  onQuestion?: (delivery: Delivery) => MaybePromise<void>
  /**
   * Milliseconds before the second, third, … call of `onQuestion`; the last is repeated. A call has as long as the pause after it, and
   * at most 30 seconds. Default: 1, 5, 30 and 60 minutes.
   */
  retryPauses?: readonly number[]
  /**
   * The path of a module script of the application, which link pages load to show questions with components: it calls
   * `showLinkQuestion`. Without it, and without JavaScript, they show a form.
   */
  linkScript?: string
  /** Milliseconds for which a link can be used, unless its question expires earlier. Default 7 days. */
  linkTtl?: number
  /** Milliseconds between two looks at an inbox that is followed. Default 15 seconds. */
  heartbeat?: number
  limits?: Partial<InboxLimits>
  onError?: (error: unknown) => void
}

export interface InboxLimits {
  /** Bytes of one request. Default 1 MiB. */
  body: number
  /** Event streams that are open at once. Default 10,000. */
  streams: number
  /** Event streams of one principal that are open at once. Default 100. */
  streamsPerPrincipal: number
}

/** Where people answer the questions of runs, over HTTP and in code. */
export interface Inbox extends AsyncDisposable {
  /** `/api/inbox`, `/api/signals` and `/q`, to mount in an application. */
  readonly routes: Hono
  fetch(request: Request): Response | Promise<Response>
  /** Lists what a principal may answer. */
  list(principal: string | undefined, page?: { after?: string; limit?: number }): Promise<QuestionPage>
  /** Answers as a principal. Rejects with an `AnswerError`. */
  answer(principal: string | undefined, answer: Omit<AnswerOptions, 'principal' | 'names'>): Promise<void>
  /** Returns a link to a question, as `onQuestion` gets it. */
  toLink(question: InboxQuestion, by?: string): string
  /**
   * Returns the URL at which an event, with a value, is sent to the first of these streams that exists. With `run` signals are
   * refused once that run is over, although its stream goes on.
   */
  toSignalUrl(refs: readonly StreamRef[], event: AnswerEvent, run?: SignalledRun): string
  /** Sends a signal to the run that the URL of `ctx.signalUrl`, or its token, names. The same `id` counts once. */
  sendSignal(urlOrToken: string, value?: Json, options?: { id?: string }): Promise<void>
  /** Stops delivering, and ends event streams. Does not close the store. */
  close(): Promise<void>
}

const DEFAULT_LIMITS: InboxLimits = { body: 1024 * 1024, streams: 10_000, streamsPerPrincipal: 100 }
const MINUTE = 60_000
const WEEK = 7 * 24 * 60 * MINUTE
const DELIVERY_TIMEOUT = 30_000
const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE]

/**
 * Creates the inbox of an application, and delivers its questions.
 *
 * ```ts
 * const inbox = createInbox({ store, auth, baseUrl: 'https://app.example', keys, audience: (principal) => rolesOf(principal) })
 * app.route('/', inbox.routes)
 * ```
 */
export function createInbox(options: InboxOptions): Inbox {
  if (typeof options.baseUrl === 'string') checkBaseUrl(options.baseUrl)
  const { store, audience = defaultAudience, linkTtl = WEEK, heartbeat = 15_000, onQuestion } = options
  const { retryPauses = PAUSES } = options
  checkPauses(retryPauses)
  const onError = options.onError ?? ((error: unknown) => console.error(error))
  const limits = readLimits(DEFAULT_LIMITS, options.limits)
  const tokens = new Tokens(options.keys)
  const signals = new Signals(store)
  const closing = new AbortController()
  const allowance = createStreamAllowance(limits.streams, limits.streamsPerPrincipal)

  const toUrl = (path: string): string => {
    const { baseUrl } = options
    if (baseUrl === undefined) {
      throw new SweatpantsError('links and signals need the public address of the inbox; pass baseUrl to createInbox')
    }
    return new URL(path, typeof baseUrl === 'function' ? baseUrl() : baseUrl).href
  }
  const toLink = (question: InboxQuestion, by = toPerson(question.to[0]!)): string => {
    const { id, digest, expiresAt = Number.POSITIVE_INFINITY } = question
    const until = Math.min(expiresAt, Date.now() + linkTtl)
    return toUrl(`/q/${tokens.sealLink({ questionId: id, digest, by, expiresAt: until })}`)
  }
  const deliveries = new Deliveries({
    store,
    deliver: (stored, signal) => {
      const question = toInboxQuestion(stored)
      return onQuestion?.({ question, link: (by) => toLink(question, by), signal })
    },
    timeout: DELIVERY_TIMEOUT,
    pauses: retryPauses,
    onError,
  })
  if (onQuestion !== undefined) deliveries.start()

  const table: RouteTable = {
    '/api/inbox': {
      async GET({ principal, query }) {
        const names = await audience(principal)
        const page = { after: query('after'), limit: readLimit(query('limit')) }
        return replyJson(200, await listQuestions(store, { principal, names, ...page }))
      },
    },
    '/api/inbox/events': {
      async GET({ principal }) {
        const names = await audience(principal)
        const caller = toCallerName(principal, undefined)
        const counted = { allowance, caller, onError }
        return replyEvents(followInbox(store, { principal, names }, { heartbeat, signal: closing.signal, ...counted }))
      },
    },
    '/api/inbox/:id/answers': {
      async POST({ principal, param, json }) {
        const names = await audience(principal)
        await answerQuestion(store, { id: param('id'), principal, names, ...readAnswer(await json()) })
        return replyJson(202, {})
      },
    },
  }
  const shared = { ...options, bodyLimit: limits.body, onError }
  const outside = { ...shared, auth: undefined }
  const sendSignal: Inbox['sendSignal'] = (urlOrToken, value, { id } = {}) =>
    signals.sendTo(tokens, urlOrToken, value, id)
  const signalRoutes: RouteTable = {
    '/api/signals/:token': {
      async POST({ request, param, json }) {
        const id = request.headers.get('idempotency-key') ?? undefined
        // The body came as JSON.
        await sendSignal(param('token'), (await json()) as Json | undefined, id === undefined ? {} : { id })
        return replyJson(202, {})
      },
    },
  }
  const page = { store, openLink: tokens.openLink, script: options.linkScript, onError }
  const links: RouteTable = {
    '/q/:token': {
      GET: ({ param }) => showLink(page, param('token')),
      POST: async ({ param, text }) => answerByLink(page, param('token'), await text()),
    },
  }
  const routes = new Hono()
  routes.route('/', createRoutes(table, { ...shared, below: '/api/inbox/*' }))
  routes.route('/', createRoutes(signalRoutes, { ...outside, below: '/api/signals/*' }))
  routes.route('/', createRoutes(links, { ...outside, contentType: 'application/x-www-form-urlencoded' }))

  async function close(): Promise<void> {
    closing.abort()
    await deliveries.close()
  }
  return {
    routes,
    fetch: (request) => routes.fetch(request),
    list: async (principal, page = {}) =>
      listQuestions(store, { principal, names: await audience(principal), ...page }),
    answer: async (principal, answer) =>
      answerQuestion(store, { ...answer, principal, names: await audience(principal) }),
    toLink,
    toSignalUrl: (refs, event, run) => toUrl(`/api/signals/${tokens.sealSignal({ refs, event, ...(run && { run }) })}`),
    sendSignal,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Throws for an address that links cannot begin with: a tool would find that out when it asks for one. */
export function checkBaseUrl(baseUrl: string): void {
  if (/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) return
  throw new SweatpantsError(`baseUrl is a public address like https://app.example, not "${baseUrl}"`)
}

/** Throws for pauses that would leave no time for a delivery, or after which there would be none. */
function checkPauses(pauses: readonly number[]): void {
  if (pauses.length > 0 && pauses.every((pause) => Number.isFinite(pause) && pause > 0)) return
  throw new SweatpantsError(
    `retryPauses is a list of at least one number of milliseconds above 0, not ${JSON.stringify(pauses)}`,
  )
}

/** The principal of a `user:` name, which an answer is attributed to. */
const toPerson = (name: string): string => (name.startsWith('user:') ? name.slice('user:'.length) : name)

const MAX_LIMIT = 200

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? 50 : Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new HttpError(400, 'bad_limit', `limit is a whole number from 1 to ${MAX_LIMIT}, not ${JSON.stringify(text)}`)
}

function readAnswer(body: unknown): Pick<AnswerOptions, 'answer' | 'digest' | 'commandId'> {
  const { answer, digest, commandId } = isObject(body) ? body : {}
  const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'
  if (!isText(digest) || !isText(commandId) || (commandId?.length ?? 0) > 200) {
    throw new HttpError(
      400,
      'bad_answer',
      'a request is { answer, digest?, commandId? }; digest and commandId are strings',
    )
  }
  // `answerQuestion` checks the answer.
  return { answer: answer as ElicitAnswer, digest, commandId }
}
