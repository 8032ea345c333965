import { createHash } from 'node:crypto'
import { HttpError, type RouteRequest } from '@sweatpants/framework/http'
import { z } from 'zod'

/** A body as input, and the name of its command: a repeat with the same name is not performed again. */
export interface CommandRequest {
  commandId: string | undefined
  input: Record<string, unknown>
}

export async function readCommand({ request, json }: RouteRequest): Promise<CommandRequest> {
  const body = parse(z.looseObject({}), (await json()) ?? {})
  const { commandId = request.headers.get('idempotency-key') ?? undefined, ...input } = body
  return { commandId: parse(commandName, commandId), input }
}

const commandName = z.string({ error: 'expected commandId to be a text' }).min(1).max(200).optional()

export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new HttpError(400, 'invalid', z.prettifyError(parsed.error))
}

/** Returns the id of the session that a command starts: the same for a repeat, another one for another principal. */
export function toSessionId(principal: string | undefined, commandId: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([principal ?? null, commandId]))
    .digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
