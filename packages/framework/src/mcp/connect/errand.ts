import type { ToolContext } from '../../tools/context.ts'
import type { Effect } from '../../tools/effect.ts'
import { type Listen, waitFor } from '../../tools/effects/wait.ts'
import { type EffectError, SweatpantsError } from '../../tools/errors.ts'
import { elicitForm, elicitPage } from '../../tools/hosted-elicit.ts'
import { isObject } from '../../tools/json.ts'
import { deferred, type Failure, succeeded } from '../../tools/outcome.ts'
import { ErrorCode } from '../core/errors.ts'
import type { SignIn } from '../sign-in/create-sign-in.ts'
import { readPage } from './read-page.ts'

/** Pages that a person has to open before the server performs a call, and how this process learns that the person is done. */
interface Errand {
  pages: readonly { message: string; url: string }[]
  done: Listen
}

/** What tells that an errand is done. */
export interface Errands {
  /** Signs a person in to the server; `undefined` if the server needs none. */
  readonly signIn: SignIn | undefined
  readonly completions: Completions
  /** The server, by a name that it cannot choose. */
  readonly origin: string
}

/** Ids that are remembered if the server says that they are complete before the run waits for them. */
const MAX_IDS = 1_000

const NO_FIELDS = { type: 'object', properties: {} }

/** The pages of which a server of 2025 has said that the person is done there (`notifications/elicitation/complete`). */
export class Completions {
  readonly #ids = new Set<string>()
  readonly #listeners = new Set<() => void>()

  add(id: string): void {
    this.#ids.add(id)
    if (this.#ids.size > MAX_IDS) this.#ids.delete(this.#ids.values().next().value!)
    for (const listener of this.#listeners) listener()
  }

  /** Returns what listens until all of the ids are complete. */
  waitForAll(ids: readonly string[]): Listen {
    const isDone = () => ids.every((id) => this.#ids.has(id))
    return (settle, signal) => {
      if (isDone()) return succeeded(undefined)
      const listener = () => isDone() && settle(succeeded(undefined))
      this.#listeners.add(listener)
      signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true })
      return deferred
    }
  }
}

/**
 * Sends the person to the pages that a refused call needs first: those of a -32042, or a sign-in. Returns whether the call can
 * be sent again; false if it was refused for another reason, or if the person does not want to go there.
 */
export function* runErrand(
  ctx: ToolContext,
  errands: Errands,
  { failure }: EffectError,
): Generator<Effect, boolean, unknown> {
  if (ctx.can.url !== true) return false
  const errand = findPages(failure, errands) ?? (yield* beginSignIn(ctx, failure, errands))
  if (errand === undefined) return false
  const { origin } = errands
  for (const { message, url } of errand.pages) {
    const consent = yield* elicitPage(ctx, { key: 'page', origin, message, url: readPage(url) })
    if (consent.action !== 'accept') return false
  }
  const done = waitFor<undefined>(ctx, 'done', errand.done)
  if (!ctx.can.elicitation) return (yield* done) === undefined
  // The server need not say that the person is done, and another process may have heard it.
  const message = 'Continue once you are done on the page that you opened.'
  const next = yield* ctx.race([done, elicitForm(ctx, { key: 'continue', origin, message, schema: NO_FIELDS })])
  return next === undefined || next.action === 'accept'
}

function findPages({ code, data }: Failure, { completions }: Errands): Errand | undefined {
  if (code !== ErrorCode.urlElicitationRequired || !isObject(data) || !Array.isArray(data.elicitations))
    return undefined
  const pages = (data.elicitations as unknown[]).filter(isObject)
  return {
    pages: pages.map(({ message, url }) => ({ message: String(message ?? ''), url: String(url) })),
    done: completions.waitForAll(pages.map(({ elicitationId }) => String(elicitationId))),
  }
}

/** The address is recorded, and is of use for some minutes: a person who comes later is sent to a new one. */
function* beginSignIn(
  ctx: ToolContext,
  { name, message }: Failure,
  { signIn }: Errands,
): Generator<Effect, Errand | undefined, unknown> {
  if (name !== 'SignInNeededError' || signIn === undefined) return undefined
  const url = yield* ctx.step('sign in', async () => (await signIn.begin().catch(whyNot))?.href ?? null)
  if (url === null) return undefined
  const done: Listen = (settle, signal) => {
    // Rejects when the signal aborts: then nothing waits for it.
    signIn.signedIn(signal).then(
      () => settle(succeeded(undefined)),
      () => {},
    )
    return deferred
  }
  return { pages: [{ message: toSentence(message), url }], done }
}

/** A sign-in that cannot be begun here leaves the call with the reason for which it was refused. */
function whyNot(error: unknown): undefined {
  if (!(error instanceof SweatpantsError)) throw error
}

const toSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
