import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Starts the examples as a person would, types these lines and closes the input. */
async function start(args: string[], lines: (string | number)[], timeout = 20_000) {
  const child = spawn(process.execPath, ['--conditions=@sweatpants/source', 'examples/start.ts', ...args], {
    cwd: root,
    timeout,
  })
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { stdout, stderr, code }
}

test('tictactoe is played to the end, and the person does not win', async () => {
  const { stdout, stderr, code } = await start(['tictactoe'], [0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(stderr).toBe('')
  expect(stdout).toMatch(/The model won as [XO]\.|The game is a draw\./)
  expect(code).toBe(0)
})

test('pick-card deals, asks and tells', async () => {
  const { stdout, stderr, code } = await start(['pick-card'], ['six', 3])
  expect(stderr).toBe('')
  const card = /^ {2}3\. (.+)$/m.exec(stdout)?.[1]
  expect(stdout).toContain('"six" is not in the list. Please type one of 1-5.')
  expect(stdout).toMatch(new RegExp(`\\n\\nYou picked the ${card}\\.\\n$`))
  expect(code).toBe(0)
})

test('book-flight is chosen from the menu and books', async () => {
  const { stdout, stderr, code } = await start([], ['flight', 'book-flight', 'sp205', 'aisle', 'yes'])
  expect(stderr).toBe('')
  expect(stdout).toContain('"flight" is not in the list.')
  expect(stdout).toContain('Flight SP205 at 12:15, aisle seat, for 89 EUR?\nBook it (y/n): yes\n\nBooked: yes\n')
  expect(code).toBe(0)
})

test('approve-by-mail mails a link, which answers two days and a restart later, once', async () => {
  const { stdout, stderr, code } = await start(['approve-by-mail'], [])
  expect(stderr).toBe('')
  expect(stdout).toContain('The page of the link: Pay 120 EUR for a train to Oslo?')
  expect(stdout).toContain('The answer: 200. The same link again: 410.')
  expect(stdout).toMatch(/Paid 120 EUR, approved by ada \(receipt .{4}\)\.\n$/)
  expect(code).toBe(0)
})

test('traced-order is one trace, although its process was killed', async () => {
  const { stdout, stderr, code } = await start(['traced-order'], [])
  expect(stderr).toBe('')
  expect(stdout).toContain('process 2: run order; linked to the killed span\n')
  expect(stdout).toMatch(/The order: a lamp from shelf 7, paid\n$/)
  expect(code).toBe(0)
})

const isMatrix = process.env.MODE === 'matrix'
const minutes = (isMatrix ? 10 : 1) * 60_000

test('expense-approval pays once, with a kill of its nodes at any write', { timeout: minutes }, async () => {
  const { stdout, stderr, code } = await start(['expense-approval', ...(isMatrix ? ['every'] : [])], [], minutes)
  expect(stderr).toBe('')
  expect(stdout).toContain('Undisturbed: {"paid":true,"reference":"X1","approvedBy":["ada","bob"]}\n')
  const kills = stdout.split('\n').filter((line) => line.startsWith('Killed'))
  expect(kills.filter((line) => !line.endsWith(': paid once'))).toEqual([])
  expect(kills.length).toBeGreaterThanOrEqual(isMatrix ? 30 : 3)
  expect(code).toBe(0)
})

test('the end of the input leaves an example, and the menu', async () => {
  const { stdout, code } = await start(['book-flight'], ['sp205'])
  expect(stdout).toMatch(/Booked: no\nReason: no seat was picked\n$/)
  expect(code).toBe(0)
  expect((await start([], [])).code).toBe(0)
})

test('an unknown example is named, with those that there are', async () => {
  const { stdout, code } = await start(['chess'], [])
  expect(stdout).toBe(
    'There is no example "chess". Try one of tictactoe, pick-card, book-flight, approve-by-mail, traced-order, expense-approval.\n',
  )
  expect(code).toBe(1)
})
