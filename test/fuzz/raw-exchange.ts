import { type Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'

export interface Exchange {
  url: string
  /** Sent unchanged. Default: the one of the URL. */
  path?: string
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

/** Sends a request piece by piece and resolves to its response. A stream is closed as soon as it has begun. */
export function exchange({ pieces, ...asked }: Exchange): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = open(asked)
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
  void write(sent, pieces).then(() => sent.end())
  return promise
}

/** Sends the start of a longer body, and disconnects. Resolves when the connection is closed. */
export async function breakOff({ pieces, ...asked }: Exchange): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent = open(asked)
  // It is answered, or cut off: both are as it should be.
  sent.on('error', () => {})
  sent.on('close', resolve)
  await write(sent, pieces)
  sent.destroy()
  return promise
}

function open({ url, path, method, headers, agent }: Omit<Exchange, 'pieces'>): ClientRequest {
  return request(url, { method, headers, agent, ...(path !== undefined && { path }) })
}

async function write(sent: ClientRequest, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) if (piece.length > 0) await new Promise<void>((done) => sent.write(piece, () => done()))
}
