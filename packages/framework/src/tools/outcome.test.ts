import { describe, expect, it, vi } from 'vitest'
import { SweatpantsError } from './errors.ts'
import { failed, succeeded } from './outcome.ts'
import { MAX_ENTRY_SIZE } from './to-json.ts'

const failureOf = (thrown: unknown) => failed(thrown).failure

class HttpError extends Error {
  override name = 'HttpError'
  readonly code: unknown
  readonly data: unknown
  constructor(message: string, fields: { code?: unknown; data?: unknown }) {
    super(message)
    this.code = fields.code
    this.data = fields.data
  }
}

describe('succeeded', () => {
  it.each([[7], [undefined], [null], [{ a: 1 }]])('keeps %j', (value) => {
    expect(succeeded(value)).toEqual({ type: 'value', value })
  })
})

describe('failed', () => {
  it('keeps the name and the message of an error, and nothing else', () => {
    expect(failed(new TypeError('no such seat'))).toEqual({
      type: 'failure',
      failure: { name: 'TypeError', message: 'no such seat' },
    })
    expect(failureOf(new SweatpantsError('boom'))).toEqual({ name: 'SweatpantsError', message: 'boom' })
  })

  it('keeps its code and its data', () => {
    const data = { retryAfter: 3 }
    expect(failureOf(new HttpError('busy', { code: 503, data }))).toEqual({
      name: 'HttpError',
      message: 'busy',
      code: 503,
      data,
    })
    expect(failureOf(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toMatchObject({ code: 'ENOENT' })
  })

  it('cuts a long message, and leaves no half of a surrogate pair', () => {
    const { message } = failureOf(new Error(`x${'😀'.repeat(6_000)}`))
    expect(message).toHaveLength(10_001)
    expect(message.isWellFormed()).toBe(true)
  })

  it('cuts a long code', () => {
    const { code } = failureOf(Object.assign(new Error('m'), { code: 'E'.repeat(50_000) }))
    expect(code).toHaveLength(10_001)
  })

  it('takes a copy of the data', () => {
    const data = { seats: [1] }
    const failure = failureOf(new HttpError('busy', { data }))
    data.seats.push(2)
    expect(failure.data).toEqual({ seats: [1] })
  })

  it('leaves out a code that is neither text nor a number', () => {
    expect(failureOf(new HttpError('busy', { code: { deep: true } }))).not.toHaveProperty('code')
  })

  it('keeps data that JSON cannot carry as text, rather than hide the error', () => {
    expect(failureOf(new HttpError('busy', { data: 7n }))).toMatchObject({ message: 'busy', data: '7' })
    expect(
      failureOf(new HttpError('busy', { data: Object.create(null, { x: { value: 7n, enumerable: true } }) })).message,
    ).toBe('busy')
  })

  it.each([
    ['text', 'boom', '"boom"'],
    ['a number', 7, '7'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a symbol', Symbol('boom'), 'Symbol(boom)'],
    ['an object', {}, 'an Object'],
    ['an object with a message', { message: 'boom' }, 'an Object with the message "boom"'],
    ['an object without a prototype', Object.create(null), 'a plain object'],
  ])('makes an error of %s', (_, thrown, what) => {
    expect(failureOf(thrown)).toEqual({
      name: 'ThrownValueError',
      message: `${what} was thrown, which is not an Error; throw new Error(…), which has a message and a stack`,
    })
  })

  it('makes an error of what cannot be read', () => {
    const { proxy, revoke } = Proxy.revocable<{ code?: unknown }>({}, {})
    revoke()
    expect(failureOf(proxy).message).toMatch(/^a value that cannot be read was thrown/)
    expect(failureOf(Object.defineProperty(new Error('boom'), 'code', { get: () => proxy.code }))).toEqual({
      name: 'Error',
      message: 'boom',
    })
  })

  it('catches the rejection of a promise that was thrown', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    failed(Promise.reject(new Error('boom')))
    await new Promise(setImmediate)
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  it.each([
    ['message', new Error('x'.repeat(MAX_ENTRY_SIZE * 2))],
    ['data', new HttpError('busy', { data: 'x'.repeat(MAX_ENTRY_SIZE * 2) })],
  ])('is no larger than an entry may be, however large its %s', (_, error) => {
    expect(JSON.stringify(failureOf(error)).length).toBeLessThanOrEqual(MAX_ENTRY_SIZE)
  })
})
