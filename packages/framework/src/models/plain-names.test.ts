import { expect, test } from 'vitest'
import type { ToolUseBlock } from '../tools/message.ts'
import type { ModelRequest } from './model.ts'
import { toPlainNames } from './plain-names.ts'

const PROVIDERS = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

const use = (name: string): ToolUseBlock => ({ type: 'tool_use', id: 'c1', name, input: {} })

const request = (...names: string[]): ModelRequest => ({
  messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
  tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
})

const namesOf = ({ tools = [] }: ModelRequest): string[] => tools.map(({ name }) => name)

test('names that every provider accepts are sent as they are', () => {
  const given = request('plain', 'with-dash', '_begins')
  expect(toPlainNames(given).request).toBe(given)
})

test.each(['files.read', 'a/b', '7zip', 'x'.repeat(65), 'ünïcode', '...'])(
  'the name %s is replaced for the provider and restored in its reply',
  (name) => {
    const { request: plain, restore } = toPlainNames(request('plain', name))
    const [, sent] = namesOf(plain)
    expect(sent).toMatch(PROVIDERS)
    expect(restore(use(sent!))).toEqual(use(name))
    expect(restore(use('plain'))).toEqual(use('plain'))
  },
)

test('the same name is replaced in the same way in every request', () => {
  const [first] = namesOf(toPlainNames(request('files.read')).request)
  const [, second] = namesOf(toPlainNames(request('other.name', 'files.read')).request)
  expect(second).toBe(first)
})

test('names that read alike stay apart', () => {
  const names = ['a.b', 'a/b', 'a:b', `${'x'.repeat(70)}1`, `${'x'.repeat(70)}2`]
  const sent = namesOf(toPlainNames(request(...names)).request)
  expect(new Set(sent).size).toBe(names.length)
})

test('a tool that has the replacement of another as its own name keeps it', () => {
  const [taken] = namesOf(toPlainNames(request('a.b')).request)
  const { request: plain, restore } = toPlainNames(request('a.b', taken!))
  const [replaced, kept] = namesOf(plain)
  expect(kept).toBe(taken)
  expect(replaced).not.toBe(taken)
  expect(replaced).toMatch(PROVIDERS)
  expect([restore(use(replaced!)).name, restore(use(kept!)).name]).toEqual(['a.b', taken])
})

test('calls in the history have the names that the tools are offered under', () => {
  const given: ModelRequest = {
    ...request('files.read'),
    messages: [
      { role: 'assistant', content: [use('files.read'), use('gone.tool')] },
      { role: 'user', content: { type: 'text', text: 'And?' } },
    ],
  }
  const { request: plain } = toPlainNames(given)
  const [read, gone] = plain.messages[0]!.content as ToolUseBlock[]
  expect(read!.name).toBe(namesOf(plain)[0])
  expect(gone!.name).toMatch(PROVIDERS)
  expect(plain.messages[1]!.content).toEqual([{ type: 'text', text: 'And?' }])
})
