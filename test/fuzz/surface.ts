import { Agent } from 'node:http'
import { afterAll, beforeAll, expect } from 'vitest'
import { cut } from './mutate.ts'
import { writeJson } from './nasty.ts'
import { watchResources } from './open-resources.ts'
import { type Answer, breakOff, type Exchange, exchange } from './raw-exchange.ts'

export interface Served {
  url: string
  close(): Promise<void>
}

export interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: Uint8Array
  /** Where the body is cut into pieces. */
  places?: readonly number[]
}

/** A server that speaks JSON, as an attacker sees it. */
export class Surface {
  /** Errors that it has reported since the last call. */
  readonly errors: unknown[] = []
  readonly #agent = new Agent({ keepAlive: true })
  #served: Served | undefined

  get url(): string {
    return this.#served!.url
  }

  /** Sends, and sees to it that what comes back is an answer, or a refusal with a code and a sentence. */
  async ask(sent: Sent): Promise<Answer> {
    const [answer] = await this.askTogether([sent])
    return answer!
  }

  /** Sends all of them at once. */
  async askTogether(sent: readonly Sent[]): Promise<Answer[]> {
    const answers = await Promise.all(sent.map((one) => exchange(this.#toExchange(one))))
    const told = this.errors.splice(0)
    // An outage outside the server is not its error; the operator is told.
    const missed = answers.filter(({ status }) => status === 503)
    if (missed.length > 0) expect(told.length, missed[0]?.text).toBe(missed.length)
    else expect(told, 'nothing that a client sends is an error of ours').toEqual([])
    for (const [index, answer] of answers.entries()) checkAnswer(answer, sent[index]!)
    return answers
  }

  /** Sends a part of a request, of which the length was told or not, and leaves. */
  async leave({ headers, ...sent }: Sent, isTold: boolean): Promise<void> {
    const length = isTold ? { 'content-length': '100000' } : {}
    await breakOff(this.#toExchange({ ...sent, headers: { ...headers, ...length } }))
  }

  /** Sends more than the limit, with or without a declared length. The next request is not delayed by it. */
  async overflow(path: string, size: number): Promise<void> {
    for (const headers of [{ 'content-length': String(size) }, {}] as Record<string, string>[]) {
      expect((await this.ask({ path, headers, body: Buffer.alloc(size, ' ') })).status).toBe(413)
    }
  }

  /** Sends a valid request and resolves to its result. */
  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await this.ask({ method, path, ...(body !== undefined && { body: toBytes(body) }) })
    expect(status, text).toBeLessThan(300)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  async open(serve: (onError: (error: unknown) => void) => Promise<Served>): Promise<void> {
    this.#served = await serve((error) => this.errors.push(error))
  }

  async close(): Promise<void> {
    await this.#served?.close()
    this.#agent.destroy()
  }

  #toExchange({ method = 'POST', path = '/', headers, body = Buffer.alloc(0), places = [] }: Sent): Exchange {
    return {
      url: this.url,
      path,
      method,
      headers: { 'content-type': 'application/json', ...headers },
      pieces: cut(body, places),
      agent: this.#agent,
    }
  }
}

/** A surface for the tests of a file, which leaves nothing open behind it. */
export function useSurface(serve: (onError: (error: unknown) => void) => Promise<Served>): Surface {
  const surface = new Surface()
  let checkResources: () => Promise<void>
  beforeAll(async () => {
    checkResources = watchResources()
    await surface.open(serve)
  })
  afterAll(async () => {
    await surface.close()
    expect(surface.errors, 'nor what only shows in the end').toEqual([])
    await checkResources()
  })
  return surface
}

function checkAnswer({ status, headers, text }: Answer, sent: Sent): void {
  expect(status, text).not.toBe(500)
  if (sent.method === 'HEAD') return
  const isJson = headers['content-type']?.startsWith('application/json') === true
  if (status < 400) return void (isJson && JSON.parse(text))
  // A request without an address is refused unread, and a range that a file does not have is refused without a body.
  if ((status === 400 && text === '' && hasOddAddress(sent)) || status === 416) return
  expect(isJson, `${status} ${text.slice(0, 200)}`).toBe(true)
  const { error } = JSON.parse(text) as { error: { code: string; message: string } }
  expect(error.code).toMatch(/^[a-z_]+$/)
  expect(error.message.split(' ').length, error.message).toBeGreaterThan(3)
}

const hasOddAddress = ({ path = '/', headers }: Sent): boolean =>
  headers?.host !== undefined || !path.startsWith('/') || path.includes('\\')

export const toBytes = (value: unknown): Buffer => Buffer.from(writeJson(value))
