import type { SessionSummary } from '@sweatpants/roundtable/browser'
import { expect, test } from 'vitest'
import { findDebates, type Wanted } from './find-debates.ts'

const anything: Wanted = { search: '', mode: '', status: '' }

const debate = (id: string, about: Partial<SessionSummary> = {}): SessionSummary => ({
  id,
  topic: `Topic ${id}`,
  mode: 'collaborative',
  status: 'running',
  currentRound: 1,
  totalRounds: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: `2026-01-01T00:00:0${id}.000Z`,
  agentIds: [],
  pendingContextRequests: 0,
  ...about,
})

const find = (debates: SessionSummary[], wanted: Partial<Wanted>): string[] =>
  findDebates(debates, { ...anything, ...wanted }).map(({ id }) => id)

test('the latest changed is first', () => {
  expect(find([debate('1'), debate('3'), debate('2')], {})).toEqual(['3', '2', '1'])
})

test('every word has to be in the topic or in the decision', () => {
  const debates = [
    debate('1', { topic: 'Tea or coffee?', decision: 'Tea' }),
    debate('2', { topic: 'Tea at five?', decision: 'Yes, at five' }),
    debate('3', { topic: 'Coffee at nine?' }),
  ]
  expect(find(debates, { search: 'TEA coffee' })).toEqual(['1'])
  expect(find(debates, { search: 'yes at' })).toEqual(['2'])
  expect(find(debates, { search: 'at' })).toEqual(['3', '2'])
})

test('mode and status filter the list', () => {
  const debates = [
    debate('1', { mode: 'delphi' }),
    debate('2', { status: 'completed' }),
    debate('3', { mode: 'delphi' }),
  ]
  expect(find(debates, { mode: 'delphi' })).toEqual(['3', '1'])
  expect(find(debates, { status: 'completed' })).toEqual(['2'])
  expect(find(debates, { mode: 'delphi', status: 'completed' })).toEqual([])
})
