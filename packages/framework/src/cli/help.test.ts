import { expect, test } from 'vitest'
import { COMMANDS, type DescribedCommand } from './commands.ts'
import { describeCommand, HELP } from './help.ts'

test.each(Object.entries<DescribedCommand>(COMMANDS))('the help of %s names each of its options', (_, command) => {
  const help = describeCommand(command).join('\n')
  const missing = Object.keys(command.options).filter((name) => !new RegExp(`--${name}\\b`).test(help))
  expect(missing).toEqual([])
})

test('the help has no line of more than 120 characters, and breaks none within brackets', () => {
  expect(HELP.split('\n').filter((line) => line.length > 120)).toEqual([])
  expect(HELP).toContain('[--limit n]\n      [--after place]\n')
})
