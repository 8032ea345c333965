import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Line, nextId } from './line.ts'
import type { Message } from './messages.ts'

export interface Reply {
  head: string
  body: string
}

/** A connection that is kept, and as little client as there can be: what is measured is the server. */
export class HttpLine implements Line {
  readonly #socket: Socket
  readonly #head: string
  #received = ''
  #waiting: PromiseWithResolvers<Reply> | undefined
  /** Called with the received text until the reply is complete. */
  onPart: ((text: string) => void) | undefined

  private constructor(socket: Socket, port: number, headers: readonly string[]) {
    this.#socket = socket
    this.#head = ['POST /mcp HTTP/1.1', `host: 127.0.0.1:${port}`, ...headers, 'content-length: '].join('\r\n')
    socket.setNoDelay().setEncoding('latin1')
    socket.on('data', (chunk: string) => this.#receive(chunk))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('the server has closed the connection')))
  }

  static async open(port: number, headers: readonly string[]): Promise<HttpLine> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new HttpLine(socket, port, headers)
  }

  /** Opens the stream for messages that belong to no request. Resolves when it is open. */
  async listen(onPart: (text: string) => void): Promise<void> {
    const opened = once(this.#socket, 'data')
    this.onPart = onPart
    this.#socket.write(`${this.#head.replace('POST', 'GET').replace(/\r\ncontent-length: $/, '')}\r\n\r\n`)
    await opened
  }

  async call(message: Message): Promise<string> {
    return (await this.post(message(nextId()))).body
  }

  post(body: string): Promise<Reply> {
    this.#waiting = Promise.withResolvers()
    this.#socket.write(`${this.#head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
    return this.#waiting.promise
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #receive(chunk: string): void {
    this.#received += chunk
    const reply = readReply(this.#received)
    if (reply === undefined) {
      this.onPart?.(chunk)
      return
    }
    this.#received = ''
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(reply)
  }
}

/** Undefined until it is whole. */
function readReply(text: string): Reply | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = text.slice(0, end)
  const body = text.slice(end + 4)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)
  if (length !== null) return body.length >= Number(length[1]) ? { head, body } : undefined
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { head, body }
  return body.endsWith('0\r\n\r\n') ? { head, body: joinChunks(body) } : undefined
}

function joinChunks(text: string): string {
  let joined = ''
  for (let at = 0; ; ) {
    const end = text.indexOf('\r\n', at)
    const size = Number.parseInt(text.slice(at, end), 16)
    if (size === 0) return joined
    joined += text.slice(end + 2, end + 2 + size)
    at = end + 2 + size + 2
  }
}
