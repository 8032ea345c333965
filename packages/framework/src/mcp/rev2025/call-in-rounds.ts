import { mintId } from '../../tools/uuid.ts'
import type { ContinueRequest } from '../core/call-rounds.ts'
import type { Channel } from '../core/channel.ts'
import { withoutTasks } from '../core/client-capabilities.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { SessionCall } from './session-call.ts'

type Result = Record<string, unknown>
type Play = (request: ContinueRequest, channel: Channel) => Promise<Result>

/**
 * Runs a call of a session as rounds, which are stored between requests and outlive them. What the client can answer, samples
 * and roots, it is asked over the session between two rounds.
 */
export async function callInRounds(call: SessionCall, play: Play): Promise<Result> {
  const { client, principal, level } = call.session
  const capabilities = withoutTasks(client)
  const envelope = { capabilities, logLevel: level, progressToken: call._meta?.progressToken }
  const channel = (): Channel => ({
    receivedAt: Date.now(),
    signal: call.signal,
    principal,
    // The HTTP request was checked, by the tool in its handle too.
    requireScopes: () => {},
    notify: (method, params) => call.tell({ method, params }),
  })
  let request: ContinueRequest = { envelope, inputResponses: undefined, requestState: undefined }
  for (;;) {
    const { resultType, requestState, inputRequests, ...result } = await play(request, channel())
    if (resultType !== 'input_required') return result
    const asked = Object.entries((inputRequests ?? {}) as Record<string, InputRequest>)
    const ask = async ([id, sent]: [string, InputRequest]) =>
      [id, await call.ask(withId(sent), { signal: call.signal })] as const
    const answers = await Promise.all(asked.map(ask))
    request = { ...request, requestState, inputResponses: Object.fromEntries(answers) }
  }
}

/** These revisions name the page that a person is asked to open. */
const withId = (request: InputRequest): InputRequest =>
  request.params.mode === 'url' ? { ...request, params: { ...request.params, elicitationId: mintId() } } : request
