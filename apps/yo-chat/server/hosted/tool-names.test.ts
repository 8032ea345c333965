import { expect, test } from 'vitest'
import { ToolNames } from './tool-names.ts'

test('a name is changed only where it is taken', () => {
  const names = new ToolNames(['calculator'])
  expect(names.nameOf('a', 'My Server!', 'echo')).toBe('echo')
  expect(names.nameOf('a', 'My Server!', 'calculator')).toBe('My_Server_calculator')
  expect(names.nameOf('b', 'other', 'echo')).toBe('other_echo')
  expect(names.nameOf('c', 'other', 'echo')).toBe('other_echo_2')
  expect(names.nameOf('d', '***', 'echo')).toBe('server_echo')
})

test('a tool keeps its name when the one that had it first is gone', () => {
  const names = new ToolNames([])
  names.nameOf('a', 'first', 'echo')
  const given = names.nameOf('b', 'second', 'echo')
  names.forget('a')
  expect(names.nameOf('b', 'second', 'echo')).toBe(given)
  expect(names.nameOf('c', 'third', 'echo')).toBe('echo')
})

test('a long name is cut to what models take, and stays its own', () => {
  const long = 'a'.repeat(64)
  const names = new ToolNames([long])
  const first = names.nameOf('a', 'server', long)
  const second = names.nameOf('b', 'server', long)
  expect([first.length, second.length]).toEqual([64, 64])
  expect(second).not.toBe(first)
})
