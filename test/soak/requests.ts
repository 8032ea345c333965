import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../faults/cluster.ts'
import type { Random } from '../faults/random.ts'
import { type Reply, type SendOptions, toRequest } from '../mcp/rpc.ts'
import type { Scene } from './scene.ts'

/** Milliseconds after which a request is given up, and sent to another node. */
const TIMEOUT = 10_000
const PAUSE = 50
const INTERNAL = -32_603

/** Sends a request to one node after the other until one answers. `undefined` is no answer. */
export async function insist<T>(
  { tally, late }: Scene,
  cluster: Cluster,
  random: Random,
  send: (url: string, signal: AbortSignal) => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    late.throwIfAborted()
    const answer = await attempt(tally, () =>
      send(cluster.pick(random), AbortSignal.any([late, AbortSignal.timeout(TIMEOUT)])),
    )
    if (answer !== undefined) return answer
    tally.count('requests sent again')
    await wait(PAUSE)
  }
}

/** Resolves to `undefined` if the request failed: the node may or may not have received it. */
export async function attempt<T>(tally: Scene['tally'], send: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await send()
  } catch (error) {
    const { message, cause } = error as Error
    const code = cause instanceof Error ? ` (${(cause as NodeJS.ErrnoException).code ?? cause.message})` : ''
    tally.error('client', message + code)
    return undefined
  }
}

/** Whether the round was cancelled: the last request that waited for it was cut off or given up, and its reply is stored. */
export const isCancelled = ({ error }: Reply): boolean => error?.message === 'cancelled'

/** Sends one request of 2026-07-28. Throws an error of the server, which is no answer. */
export async function requestMcp(
  url: string,
  method: string,
  params: Record<string, unknown>,
  { signal, ...options }: SendOptions & { signal: AbortSignal },
): Promise<Reply> {
  const { headers, body } = toRequest(method, params, options)
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body), signal })
  const text = await response.text()
  if (response.status >= 500) throw new Error(`${method} answered ${response.status} ${text}`)
  const reply: Reply = { status: response.status, ...JSON.parse(text) }
  if (reply.error?.code === INTERNAL && !isCancelled(reply))
    throw new Error(`${method} answered ${reply.error.message}`)
  return reply
}
