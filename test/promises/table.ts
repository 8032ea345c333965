import { answers } from './groups/answers.ts'
import { cleanup } from './groups/cleanup.ts'
import { consent } from './groups/consent.ts'
import { deadlines } from './groups/deadlines.ts'
import { deploys } from './groups/deploys.ts'
import { details } from './groups/details.ts'
import { drivers } from './groups/drivers.ts'
import { exactlyOnce } from './groups/exactly-once.ts'
import { forgery } from './groups/forgery.ts'
import { lists } from './groups/lists.ts'
import { others } from './groups/others.ts'
import { peopleAndTime } from './groups/people-and-time.ts'
import { results } from './groups/results.ts'
import { unattended } from './groups/unattended.ts'
import type { Group } from './row.ts'

/** The promises, in the order of the page. */
export const TABLE: readonly Group[] = [
  answers,
  consent,
  forgery,
  exactlyOnce,
  drivers,
  others,
  unattended,
  deadlines,
  cleanup,
  results,
  lists,
  deploys,
  peopleAndTime,
  details,
]
