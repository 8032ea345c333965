import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Exchange {
  url: string
  method: string
  headers: Record<string, string | string[]>
  /** The body, in the pieces that go out one after the other. */
  pieces: readonly Uint8Array[]
  agent: Agent
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Nothing of a stream of events: those that stay open do so rightly. */
  text: string
}

/** Sends a request piece by piece and comes to its answer; one that streams is left as soon as it has begun. */
export function exchange({ url, method, headers, pieces, agent }: Exchange): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(url, { method, headers, agent })
  sent.on('error', reject)
  sent.on('response', (response) => {
    const { statusCode: status = 0, headers } = response
    if (headers['content-type'] === 'text/event-stream') {
      resolve({ status, headers, text: '' })
      response.destroy()
      return
    }
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => resolve({ status, headers, text: Buffer.concat(chunks).toString() }))
  })
  void write(pieces, (piece) => new Promise<void>((done) => sent.write(piece, () => done()))).then(() => sent.end())
  return promise
}

async function write(pieces: readonly Uint8Array[], one: (piece: Uint8Array) => Promise<void>): Promise<void> {
  for (const piece of pieces) if (piece.length > 0) await one(piece)
}
