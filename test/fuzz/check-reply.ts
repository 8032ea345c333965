import { expect } from 'vitest'

const INTERNAL = -32603

/** That this is an answer of JSON-RPC, and an error one that says what is wrong. */
export function checkReply(reply: unknown): void {
  const { jsonrpc, id, result, error } = reply as Record<string, unknown>
  expect(jsonrpc).toBe('2.0')
  expect(id === null || typeof id === 'string' || typeof id === 'number', `has an id: ${id}`).toBe(true)
  if (error === undefined) return expect(typeof result).toBe('object')
  const { code, message } = error as { code: unknown; message: unknown }
  expect(Number.isInteger(code)).toBe(true)
  expect(code, 'nothing that a client sends is an error of ours').not.toBe(INTERNAL)
  expect(String(message).split(' ').length, `says what is wrong: ${message}`).toBeGreaterThan(2)
}
