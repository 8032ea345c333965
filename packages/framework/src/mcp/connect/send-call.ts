import { type Client, type RequestOptions, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { SweatpantsError } from '../../tools/errors.ts'

/** A call takes as long as it takes; the run that waits for it has limits of its own. More would overflow a timer. */
const NO_TIMEOUT = 2_147_483_647

const LOST: readonly unknown[] = [SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected, SdkErrorCode.SendFailed]

/** Sends `tools/call`. The client's own helper cannot do rounds of a tool with an output schema. */
export async function sendCall(client: Client, params: Record<string, unknown>, options: RequestOptions) {
  try {
    return await client.request({ method: 'tools/call', params }, { ...options, timeout: NO_TIMEOUT })
  } catch (error) {
    if (!isLost(error)) throw error
    const reason = [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join(': ')
    throw new SweatpantsError(`the connection was lost (${reason}); whether the call had an effect is not known`, {
      cause: error,
    })
  }
}

/** `fetch` throws a TypeError when it gets no answer. */
const isLost = (error: unknown): error is Error =>
  error instanceof TypeError || (error instanceof SdkError && LOST.includes(error.code))
