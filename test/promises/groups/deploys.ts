import { survivesDeploysOfDebates } from '../checks/debates.ts'
import { followsVersionPolicy, survivesDeploys, survivesMissingTools } from '../checks/deploys.ts'
import { DURABLE, endsWithProcess, type Group, not, on } from '../row.ts'

export const deploys: Group = {
  title: 'A failed deploy is reversible',
  invariants: ['R2', 'R13', 'D7'],
  file: 'deploys.ts',
  rows: [
    {
      id: 'other-code',
      promise:
        'A call that meets other code is paused, keeps what it recorded, and goes on with the right code. The client hears that it is paused, the developer why.',
      proof: 'Code with another step is deployed while a question is open, then the right code again.',
      cells: {
        ...endsWithProcess,
        ...on(survivesDeploys({ step: 'pick' }, { step: 'reserve' }), ...DURABLE),
        debate: survivesDeploysOfDebates,
      },
    },
    {
      id: 'other-version',
      promise: 'A call that meets another `.version` is paused and goes on with the right one.',
      proof: 'The same with two versions.',
      cells: {
        ...endsWithProcess,
        ...on(survivesDeploys({ step: 'reserve', version: '2' }, { step: 'reserve', version: '1' }), ...DURABLE),
        ...not('a call of a tool is one step', 'debate'),
      },
    },
    {
      id: 'version-policy',
      promise:
        'A server that says so goes on with a call of another `.version` by its own code, or begins it again. An answer to the first attempt does not count for another question.',
      proof:
        'The next version is deployed while a question is open, once with `continue` and once with `restart` and another question.',
      cells: {
        ...endsWithProcess,
        ...on(followsVersionPolicy, ...DURABLE),
        ...not('a call of a tool is one step', 'debate'),
      },
    },
    {
      id: 'missing-tool',
      promise: 'A call whose tool is missing is paused and goes on once the tool is back.',
      proof: 'Servers without the tool are deployed while a question is open, then servers with it.',
      cells: {
        ...endsWithProcess,
        ...on(survivesMissingTools, ...DURABLE),
        ...not('a call of a tool is one step', 'debate'),
      },
    },
  ],
}
