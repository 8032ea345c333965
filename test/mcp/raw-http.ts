import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export interface RawReply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface RawRequest {
  method?: string
  /** Each as it goes over the wire, also twice, and also those that `fetch` forbids. */
  headers?: Record<string, string | string[]>
  body?: string
}

/** A request that need not be a proper one. */
export async function sendRaw(url: string, { method = 'POST', headers, body = '' }: RawRequest): Promise<RawReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>()
  const sent = request(url, { method, headers: { 'content-length': String(Buffer.byteLength(body)), ...headers } })
  sent.on('error', reject)
  sent.on('response', (response) => {
    text(response).then(
      (read) => resolve({ status: response.statusCode!, headers: response.headers, text: read }),
      reject,
    )
  })
  sent.end(body)
  return promise
}

/** Writes bytes to the server's socket. Resolves to the whole reply when the server closes it. */
export async function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  return text(socket)
}

const CHUNK = Buffer.alloc(256 * 1024, ' ')

/** Sends so many bytes, even after a reply. Resolves to the status, and the number of bytes written by then. */
export function flood(url: string, size: number, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; written: number }>()
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } })
  let written = 0
  sent.on('response', (response) => {
    resolve({ status: response.statusCode!, written })
    response.resume()
  })
  sent.on('error', reject)
  const write = () => {
    while (written < size && !sent.destroyed) {
      written += CHUNK.length
      if (!sent.write(CHUNK)) return void sent.once('drain', write)
    }
    sent.end()
  }
  write()
  return promise
}
