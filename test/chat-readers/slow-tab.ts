import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { readEvents, type SentEvent } from '../read-events.ts'

/** A page that has a session open and, to begin with, takes nothing of what is sent to it. */
export async function openSlowTab(server: string, sessionId: string) {
  const request = get(`${server}/api/chat/sessions/${sessionId}/events`, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.pause()
  return {
    /** Reads up to `lsn`, and leaves. */
    async catchUp(lsn: number): Promise<SentEvent[]> {
      const seen: SentEvent[] = []
      for await (const events of readEvents(Readable.toWeb(response) as ReadableStream<Uint8Array>)) {
        seen.push(...events)
        if ((seen.at(-1)?.lsn ?? 0) >= lsn) break
      }
      return seen
    },
  }
}
