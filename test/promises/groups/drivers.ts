import { repeatsOneSeat } from '../checks/debates.ts'
import { repeatsOneStep } from '../checks/drivers.ts'
import { DURABLE, endsWithProcess, type Group, on } from '../row.ts'

export const drivers: Group = {
  title: 'One driver',
  invariants: ['D3', 'D5', 'D6'],
  file: 'drivers.ts',
  rows: [
    {
      id: 'frozen',
      promise: 'A server that was frozen past its lease repeats at most the step that was in flight.',
      proof: 'A server is stopped in the third of eight steps until another one has taken over, and then continued.',
      cells: { ...endsWithProcess, ...on(repeatsOneStep, ...DURABLE), debate: repeatsOneSeat },
    },
  ],
}
