import { expect, test } from 'vitest'
import { stateProposition } from './state-proposition.ts'

test.each([
  ['Should we migrate now?', 'We should migrate now.', 'Yes, migrate now', 'No, do not migrate now'],
  ['Should we migrate now, or not?', 'We should migrate now.', 'Yes, migrate now', 'No, do not migrate now'],
  [
    'Should we migrate now, or is it too early?',
    'We should migrate now.',
    'Yes, migrate now',
    'No, do not migrate now',
  ],
  ['We should not migrate.', 'We should not migrate.', 'Yes, do not migrate', 'No, migrate'],
  [
    'Should a small team write its own framework?',
    'A small team should write its own framework.',
    'Yes, a small team should write its own framework',
    'No, a small team should not write its own framework',
  ],
  [
    'Should companies with ten or more people have a works council?',
    'Companies with ten or more people should have a works council.',
    'Yes, companies with ten or more people should have a works council',
    'No, companies with ten or more people should not have a works council',
  ],
  ['It should be done.', 'It should be done.', 'Yes, it should be done', 'No, it should not be done'],
  ['Kubernetes should go.', 'Kubernetes should go.', 'Yes, Kubernetes should go', 'No, Kubernetes should not go'],
  ['Is it worth it?', 'Is it worth it?', 'Yes, it is', 'No, it is not'],
  [
    'Can the team ship in two or three weeks?',
    'Can the team ship in two or three weeks?',
    'Yes, it can',
    'No, it cannot',
  ],
  ['Are electric cars cleaner?', 'Are electric cars cleaner?', 'Yes, they are', 'No, they are not'],
  ['Sollen wir jetzt umziehen?', 'Sollen wir jetzt umziehen?', 'Yes', 'No'],
  ['We have ten services. Should we move them?', 'We have ten services. Should we move them?', 'Yes', 'No'],
  [
    'Should the right to work end?',
    'The right to work should end.',
    'Yes, the right to work should end',
    'No, the right to work should not end',
  ],
])('%j is answered as people say it', (text, proposition, yes, no) => {
  expect(stateProposition(text)).toEqual({ proposition, yes, no })
})

test.each([
  'Should public support for coal end?',
  'Should people who work pay more?',
  'Should large open offices be banned?',
  'We should never deploy on Fridays',
  'We should not only migrate but also rewrite',
  'Should we either buy or build?',
])('%j is answered with a plain yes or no', (text) => {
  expect(stateProposition(text)).toEqual({ proposition: text, yes: 'Yes', no: 'No' })
})
