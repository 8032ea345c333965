import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import { FIRST_PAUSE, LONGEST_PAUSE } from './watched-resources.ts'

/**
 * Listens again whenever the stream is lost on which a server of 2026 says that its lists have changed. Calls back then, because
 * a change before that was not heard. Ends with the client.
 */
export async function followLists(client: Client, changed: () => void): Promise<void> {
  let stream = client.autoOpenedSubscription
  if (stream === undefined) return
  const { honoredFilter } = stream
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const since = Date.now()
    if ((await stream?.closed) === 'local') return
    if (Date.now() - since > LONGEST_PAUSE) pause = FIRST_PAUSE
    await delay(pause, undefined, { ref: false })
    if (client.transport === undefined) return
    // Tried again after a longer pause.
    stream = await client.listen(honoredFilter).catch(() => undefined)
    if (stream !== undefined) changed()
  }
}
