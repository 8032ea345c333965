import type { Branch } from './branch.ts'
import type { Effect } from './effect.ts'
import { Elicit, type ElicitAsk } from './effects/elicit.ts'
import { isExpired, Signal } from './effects/signal.ts'
import type { ElicitKey, ElicitResult } from './elicit.ts'
import { ToolUsageError } from './errors.ts'
import { createElicitExchange } from './exchange.ts'
import type { ToolUseBlock } from './message.ts'
import { EffectOperation } from './operation.ts'

/** Thrown where a page cannot be opened: the question is not declared with `mode: 'url'`, or the client has not declared it. */
export const URL_MODE =
  'URL elicitation mode is not supported by sweatpants. Use form mode (default) instead. ' +
  'See: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation'

type Asked = ElicitResult<unknown, unknown>

/** Asks the person to open a page, and waits for what the page reports if the question has a response. */
export function* elicitUrl(branch: Branch, definition: ElicitKey, ask: ElicitAsk): Generator<Effect, Asked, unknown> {
  const { key, response, expiresIn } = definition
  const consent = yield* new EffectOperation<Asked>(branch, `elicit('${key}')`, new Elicit(branch, definition, ask))
  if (response === undefined || consent.action !== 'accept') return consent
  try {
    const signal = new Signal(branch, key, response, expiresIn)
    const content = yield* new EffectOperation<unknown>(branch, `signal('${key}')`, signal)
    const [use] = consent.exchange.request.content as [ToolUseBlock]
    const exchange = createElicitExchange(use.id, key, ask.context, JSON.stringify(content ?? null))
    return { ...consent, content, exchange }
  } catch (error) {
    if (isExpired(error)) return { action: 'cancel', reason: 'expired' }
    throw error
  }
}

/** Returns the URL of a page as a browser reads it; throws a `ToolUsageError` for one that a person must not be sent to. */
export function readPageUrl(key: string, url: unknown): string {
  const page = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (page === undefined || !/^https?:$/.test(page.protocol))
    throw new ToolUsageError(`elicit "${key}" needs the url of a page, http or https, not ${JSON.stringify(url)}`)
  if (page.username !== '' || page.password !== '')
    throw new ToolUsageError(`elicit "${key}": the url has a user name or a password, which the client would see`)
  return page.href
}
