import { type SessionSummary, sayCount } from '@sweatpants/roundtable/browser'

/** The texts of the lists of debates. */
export const texts = {
  debates: 'Debates',
  newDebate: 'New debate',
  loading: 'Loading…',
  none: 'Your debates appear here.',
  noneFound: 'No debates found. Change the search or the filters.',
  found: (found: number, all: number) =>
    found === all ? sayCount(all, 'debate') : `${found} of ${sayCount(all, 'debate')}`,
  search: 'Search debates',
  searchHint: 'Question or decision',
  mode: 'Mode',
  anyMode: 'Any mode',
  status: 'Status',
  anyStatus: 'Any status',
  statuses: {
    running: 'Running',
    needs_context: 'Needs information',
    in_progress: 'Not running',
    blocked: 'Blocked',
    paused: 'Paused',
    completed: 'Finished',
  } satisfies Record<SessionSummary['status'], string>,
  waiting: (requests: number) => `Needs information: ${requests}`,
  leading: (decision: string) => `Leading: ${decision}`,
  notDecided: 'Nothing is decided yet.',
  nothingDecided: 'Nothing was decided.',
  round: (current: number, total: number) => `Round ${current} of ${total}`,
  panellists: (count: number) => sayCount(count, 'panellist'),
  review: 'Review',
  reviewQuestion: 'Did this turn out right?',
  reviewDecision: (decision: string | undefined) => `The panel decided: “${decision}”.`,
  welcome: 'What should the panel debate?',
  welcomeHint:
    'Several models answer one question, hear each other, and answer again. You see who changed their mind and why, how sure they are, and who still disagrees.',
  examples: [
    { title: 'A decision', topic: 'Should a team of five move its service from one server to Kubernetes?' },
    { title: 'A question of fact', topic: 'Is nuclear power cheaper than solar with storage for a new grid in 2035?' },
    { title: 'A question of values', topic: 'Should a city close its centre to private cars?' },
    { title: 'A plan', topic: 'How should a small library decide which books to stop lending?' },
  ],
  askElse: 'Ask something else',
  more: (title: string) => `More for ${title}`,
  rename: 'Rename',
  delete: 'Delete',
  titleField: 'Title of the debate',
  deleteTitle: 'Delete this debate?',
  deleteHint: (title: string) =>
    `“${title}” and everything in it will be deleted. Outcomes that you recorded still count for the models.`,
  keep: 'Keep',
}
