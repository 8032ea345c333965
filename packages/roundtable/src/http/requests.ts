import { createHash } from 'node:crypto'
import { type JsonError, parseJson } from '@sweatpants/framework'
import { HttpError } from '@sweatpants/framework/chat'
import type { HonoRequest } from 'hono'
import { z } from 'zod'

/** The object that a request has in its body, and the command that it is: done once, however often it is sent. */
export async function readCommand(
  request: HonoRequest,
): Promise<{ commandId: string | undefined; input: Record<string, unknown> }> {
  const body: unknown = readJson(await request.text().catch(refuseBody))
  const { commandId = request.header('idempotency-key'), ...input } = parse(z.looseObject({}), body)
  return { commandId: parse(commandName, commandId), input }
}

/** What was thrown while a body was read: whoever leaves before its end has asked for nothing. */
export function refuseBody(thrown: unknown): never {
  if (thrown instanceof HttpError) throw thrown
  throw new HttpError(400, 'body_incomplete', 'the body broke off before its end')
}

const commandName = z.string({ error: 'expected commandId to be a text' }).min(1).max(200).optional()

export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new HttpError(400, 'invalid', z.prettifyError(parsed.error))
}

function readJson(text: string): unknown {
  try {
    return text === '' ? {} : parseJson(text, 'the body')
  } catch (error) {
    throw new HttpError(400, 'invalid', (error as JsonError).message)
  }
}

/** The session that a command starts: the same whenever it is sent again, and another one for everybody else. */
export function toSessionId(principal: string | undefined, commandId: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([principal ?? null, commandId]))
    .digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

/** Where a reader goes on: what its browser says of a stream that broke off, before what its address said in the beginning. */
export function readPlace(request: HonoRequest, head: number): number {
  const after = request.header('last-event-id') ?? request.query('after') ?? '0'
  const place = /^\d{1,15}$/.test(after) ? Number(after) : Number.POSITIVE_INFINITY
  if (place <= head) return place
  const found = JSON.stringify(after)
  throw new HttpError(
    400,
    'bad_place',
    `after, and Last-Event-ID, are a place in the log, from 0 to ${head}; got ${found}`,
  )
}
