import { asksOthers, asksOthersAcrossKills, asksTwo, needsDurableStore, remindsOthers } from '../checks/others.ts'
import { DURABLE, endsWithProcess, type Group, noInbox, not, on, STORED } from '../row.ts'

export const others: Group = {
  title: 'Other people answer',
  invariants: ['R6', 'R19'],
  file: 'others.ts',
  rows: [
    {
      id: 'others',
      promise:
        'A question with `to` is never shown to the caller. One of those who are named answers it in the inbox: the first answer counts, and says who gave it.',
      proof: 'Two managers answer at once, and a person who is not asked tries to.',
      cells: { ...on(asksOthers, ...DURABLE), ...noInbox, ...not('asks its owner only', 'debate') },
    },
    {
      id: 'others-two',
      promise: 'A question that needs two people stays in the inbox of the second until they have answered.',
      proof: 'A manager opens the inbox after another one has answered.',
      cells: { ...on(asksTwo, ...DURABLE), ...noInbox, ...not('asks its owner only', 'debate') },
    },
    {
      id: 'others-kill',
      promise: 'Other people answer also while no server runs, and the call goes on with the next one.',
      proof: 'The server is killed before each of the two answers that a quorum needs.',
      cells: {
        ...endsWithProcess,
        ...on(asksOthersAcrossKills, ...DURABLE),
        ...not('asks its owner only', 'debate'),
      },
    },
    {
      id: 'others-remind',
      promise: 'Other people are reminded in time, also after a restart and without a client.',
      proof: 'The server is killed while a sleep runs beside the question, and the next one starts when it is over.',
      cells: {
        ...endsWithProcess,
        ...not('goes on when the client comes back', 'mcp-2025'),
        ...on(remindsOthers, ...STORED),
        ...not('asks its owner only', 'debate'),
      },
    },
    {
      id: 'others-durable',
      promise: 'Without a durable store, a question to other people fails with an error that says so.',
      proof: 'A server with a store in memory is asked to wait for a manager.',
      cells: { ...on(needsDurableStore, ...DURABLE), ...noInbox, ...not('asks its owner only', 'debate') },
    },
  ],
}
