import { listsDebateTools, refusesToolNames } from '../checks/debates.ts'
import { listsQuestions } from '../checks/details.ts'
import { keepsListsReadable, refusesDuplicates, refusesReservedNames } from '../checks/lists.ts'
import { everywhere, type Group, not, on, STATELESS } from '../row.ts'

export const lists: Group = {
  title: 'Lists stay readable',
  invariants: [],
  file: 'lists.ts',
  rows: [
    {
      id: 'list',
      promise:
        'No tool makes the list of tools unreadable: it is refused when it is built, or listed as clients can read it.',
      proof:
        'Unions, lists, texts and raw JSON Schemas are declared as parameters and results, and wrong icons, hints and `_meta`; the official clients read the list.',
      cells: { ...everywhere(keepsListsReadable), debate: listsDebateTools },
    },
    {
      id: 'duplicate',
      promise: 'Two tools of one name are refused.',
      proof: 'A server is started with two.',
      cells: {
        ...everywhere(refusesDuplicates),
        ...not('runs one tool', 'script', 'terminal'),
        debate: refusesToolNames(['count', 'count'], 'two tools are named "count"'),
      },
    },
    {
      id: 'reserved',
      promise: 'A name that the framework uses itself is refused.',
      proof: 'A tool is named `__schema__`, by the builder and without it.',
      cells: { ...everywhere(refusesReservedNames), debate: refusesToolNames(['fact_check'], '"fact_check"') },
    },
    {
      id: 'questions',
      promise: '`tools/list` says which questions a tool may ask and what it requires.',
      proof: 'The official client reads `_meta["dev.sweatpants/tool"]`.',
      cells: {
        ...not('lists no tools', 'script', 'terminal'),
        ...on(listsQuestions, 'mcp-2025', ...STATELESS, 'task'),
        ...not('shows each question as it is asked', 'chat'),
        ...not('its tools ask nothing', 'debate'),
      },
    },
  ],
}
