import { expect, test } from 'vitest'
import { matchAnswer, nameOnly, readOpening } from './match-answer.ts'

const databases = ['Postgres', 'SQLite', 'SQL Server', 'SQL']
const yesNo = ['Yes', 'No', 'Not yet']
const options = ['Option A', 'Option B']
const languages = ['C', 'C++', 'C#']

test.each([
  ['postgres', databases, 'Postgres'],
  ['"Postgres"', databases, 'Postgres'],
  ['**Postgres**.', databases, 'Postgres'],
  ['Answer: B) Postgres', databases, 'Postgres'],
  ['My final answer is Postgres', databases, 'Postgres'],
  ['1. SQLite', databases, 'SQLite'],
  ['SQLite (for now)', databases, 'SQLite'],
  ['I would take SQL Server here', databases, 'SQL Server'],
  ['No, we should not', yesNo, 'No'],
  ['the answer is no', yesNo, 'No'],
  ['YES — with care', yesNo, 'Yes'],
  ['Not yet: too early', yesNo, 'Not yet'],
  ['option b', options, 'Option B'],
  ['B', options, 'Option B'],
  ['c++', languages, 'C++'],
  ['C#', languages, 'C#'],
  ['2.5', ['2.5', '5'], '2.5'],
  ['👍', ['👍', '👎'], '👍'],
])('matchAnswer reads %j, of the answers %j, as %j', (text, answers, answer) => {
  expect(matchAnswer(text, answers)).toBe(answer)
})

test.each([
  ['Postgres or SQLite', databases],
  ['not Postgres', databases],
  ['Anything but SQLite', databases],
  ["I wouldn't use Postgres", databases],
  ['MySQL', databases],
  ['There is no doubt about it', yesNo],
  ['', databases],
  ['?!', ['👍', '👎']],
])('matchAnswer finds in %j none of the answers %j', (text, answers) => {
  expect(matchAnswer(text, answers)).toBeUndefined()
})

test('a position names an answer only if it names no other', () => {
  expect(nameOnly('We should go with SQL Server.', databases)).toBe('SQL Server')
  expect(nameOnly('SQL Server beats Postgres.', databases)).toBeUndefined()
})

const sides = ['Yes, migrate now', 'No, do not migrate now']

test.each([
  ['No, it would be wiser to wait.', sides, 'No, do not migrate now'],
  ['**Yes** — migrate in spring.', sides, 'Yes, migrate now'],
  ['Nein, wartet.', ['Ja, jetzt', 'Nein, später'], 'Nein, später'],
  ['SQLite, because it is small', databases, 'SQLite'],
  ['No doubt, migrate now.', sides, undefined],
  ['No later than May', sides, undefined],
  ['Move off Postgres', databases, undefined],
  ['Postgres, hosted by us', ['Postgres, hosted', 'Postgres, on our machines'], undefined],
])('readOpening reads the beginning of %j, of the answers %j, as %j', (text, answers, answer) => {
  expect(readOpening(text, answers)).toBe(answer)
})
