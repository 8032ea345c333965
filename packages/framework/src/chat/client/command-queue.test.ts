import { expect, test, vi } from 'vitest'
import { ClientClosedError, RefusedError, UnreachableError } from '../../log/client/client-errors.ts'
import { createVirtualClock } from '../../testing/index.ts'
import type { Command } from '../command.ts'
import { CommandQueue } from './command-queue.ts'

const abort = (commandId: string): Command => ({ type: 'abort', commandId })

/** A queue to a server that answers with what it is given here, in turn; without an answer it hangs. */
function createQueue(...answers: (number | Error)[]) {
  const clock = createVirtualClock()
  const deliver = vi.fn(async (_body: string, signal: AbortSignal): Promise<number> => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    if (answer !== undefined) return answer
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new UnreachableError('cut', { cause: signal.reason })))
    })
  })
  const queue = new CommandQueue({ clock, random: () => 1, deliver })
  return { queue, clock, delivered: () => deliver.mock.calls.map(([body]) => JSON.parse(body).commandId) }
}

const gone = new UnreachableError('gone')

test('commands are delivered one after the other, in their order (Q1)', async () => {
  const { queue, delivered } = createQueue(4, 5, 6)
  expect(await Promise.all([queue.push(abort('a')), queue.push(abort('b')), queue.push(abort('c'))])).toEqual([4, 5, 6])
  expect(delivered()).toEqual(['a', 'b', 'c'])
  expect(queue.isEmpty).toBe(true)
})

test('a command without a reply is sent again before the next one (Q2)', async () => {
  const { queue, clock, delivered } = createQueue(gone, gone, 4, 5)
  const both = Promise.all([queue.push(abort('a')), queue.push(abort('b'))])
  await clock.advance(249)
  expect(delivered()).toEqual(['a'])
  await clock.advance(1)
  expect(delivered()).toEqual(['a', 'a'])
  await clock.advance(500)
  expect(await both).toEqual([4, 5])
  expect(delivered()).toEqual(['a', 'a', 'a', 'b'])
})

test('a refused command does not hold up the next one', async () => {
  const refusal = new RefusedError(404, 'message_not_found', 'there is no message')
  const { queue } = createQueue(refusal, 5)
  const [first, second] = await Promise.allSettled([queue.push(abort('a')), queue.push(abort('b'))])
  expect([first, second]).toEqual([
    { status: 'rejected', reason: refusal },
    { status: 'fulfilled', value: 5 },
  ])
})

test('a command that JSON cannot carry fails at once', () => {
  const { queue, delivered } = createQueue()
  const command = { ...abort('a'), extra: 1n } as never
  expect(() => queue.push(command)).toThrow(TypeError)
  expect(delivered()).toEqual([])
  expect(queue.isEmpty).toBe(true)
})

test('hurry sends a hanging command again without a delay', async () => {
  const { queue, delivered } = createQueue()
  const pushed = queue.push(abort('a')).catch((error) => error)
  queue.hurry()
  await expect.poll(delivered).toEqual(['a', 'a'])
  queue.close()
  expect(await pushed).toBeInstanceOf(ClientClosedError)
})

test('a closed queue rejects its commands and can be used again', async () => {
  const { queue, clock, delivered } = createQueue(gone, 7)
  const given = Promise.allSettled([queue.push(abort('a')), queue.push(abort('b'))])
  await clock.advance(0)
  queue.close()
  expect((await given).map((result) => result.status === 'rejected' && result.reason)).toEqual([
    new ClientClosedError(),
    new ClientClosedError(),
  ])
  expect(await queue.push(abort('c'))).toBe(7)
  await clock.advance(60_000)
  expect(delivered()).toEqual(['a', 'c'])
})
