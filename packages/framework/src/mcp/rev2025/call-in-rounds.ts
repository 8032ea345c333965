import { LimitError } from '../../http/allowance.ts'
import { mintId } from '../../tools/uuid.ts'
import type { ContinueRequest } from '../core/call-rounds.ts'
import type { Channel } from '../core/channel.ts'
import { withoutTasks } from '../core/client-capabilities.ts'
import { limitReached } from '../core/errors.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { Call } from './methods.ts'
import { capabilitiesOf } from './run-call.ts'

type Result = Record<string, unknown>
type Play = (request: ContinueRequest, channel: Channel) => Promise<Result>

/**
 * Runs a call of a session as rounds, which are stored between requests and outlive them. What the client can answer, samples
 * and roots, it is asked over the session between two rounds.
 */
export async function callInRounds({ context, server, principal, level }: Call, play: Play): Promise<Result> {
  const capabilities = withoutTasks(capabilitiesOf(server))
  const envelope = { capabilities, logLevel: level, progressToken: context._meta?.progressToken }
  const channel = (): Channel => ({
    receivedAt: Date.now(),
    signal: context.signal,
    principal,
    // The HTTP request was checked, by the tool in its handle too.
    requireScopes: () => {},
    notify: (method, params) => void context.notify({ method, params }),
  })
  let request: ContinueRequest = { envelope, inputResponses: undefined, requestState: undefined }
  for (;;) {
    const { resultType, requestState, inputRequests, ...result } = await translated(() => play(request, channel()))
    if (resultType !== 'input_required') return result
    const asked = Object.entries((inputRequests ?? {}) as Record<string, InputRequest>)
    const ask = async ([id, sent]: [string, InputRequest]) =>
      [id, await context.ask(withId(sent), { signal: context.signal })] as const
    const answers = await Promise.all(asked.map(ask))
    request = { ...request, requestState, inputResponses: Object.fromEntries(answers) }
  }
}

/** These revisions name the page that a person is asked to open. */
const withId = (request: InputRequest): InputRequest =>
  request.params.mode === 'url' ? { ...request, params: { ...request.params, elicitationId: mintId() } } : request

async function translated(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw error instanceof LimitError ? limitReached(error) : error
  }
}
