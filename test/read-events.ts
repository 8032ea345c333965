/** An event of a stream: its place in the log, and the patch as text. */
export interface SentEvent {
  lsn: number
  data: string
}

/** Takes server-sent events out of a stream; gives nothing, but gives it at once, for what is none. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent[], void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = blocks.pop()!
    yield blocks.flatMap((block) => {
      const [, lsn, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? []
      return data === undefined ? [] : [{ lsn: Number(lsn), data }]
    })
  }
}
