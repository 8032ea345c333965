import { createParser } from 'eventsource-parser'

/** An event of a stream: its place in the log, and its data. */
export interface SentEvent {
  lsn: number
  data: string
}

/**
 * Yields the events of each chunk of a stream, also if there are none: a heartbeat yields an empty array. Calls `onBroadcast` with
 * the data of events that are not in the log.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBroadcast?: (data: string) => void,
): AsyncGenerator<SentEvent[], void, void> {
  const decoder = new TextDecoder()
  let events: SentEvent[] = []
  const parser = createParser({
    onEvent: ({ id, data }) => (id === undefined ? onBroadcast?.(data) : events.push({ lsn: Number(id), data })),
  })
  for await (const bytes of body) {
    events = []
    parser.feed(decoder.decode(bytes, { stream: true }))
    yield events
  }
}
