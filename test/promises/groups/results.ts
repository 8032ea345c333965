import { bearsLargeToolOutcomes, refusesToolResults, survivesToolRejections } from '../checks/debates.ts'
import {
  bearsLargeOutcomes,
  refusesAnswers,
  refusesArguments,
  refusesContexts,
  refusesResults,
  refusesStepResults,
  returning,
  stepping,
  survivesRejections,
} from '../checks/results.ts'
import { everywhere, type Group, not, on, STATELESS, STORED } from '../row.ts'

export const results: Group = {
  title: 'Results are what was returned',
  invariants: ['R11'],
  file: 'results.ts',
  rows: [
    {
      id: 'result',
      promise: 'A result that JSON cannot carry is refused, and the error names the tool.',
      proof:
        'A `bigint`, a `Map`, a `Set`, a `Date`, bytes, an error, a URL, a function, a symbol, a symbol as a key, infinity, `NaN`, a list with `undefined`, a match of a regular expression, a property that cannot be read and cycles are returned.',
      cells: {
        ...everywhere(refusesResults),
        debate: refusesToolResults(returning, (name) => `the result of ${name}`),
      },
    },
    {
      id: 'step-result',
      promise: 'A step result that JSON cannot carry is refused, and the error names the step.',
      proof: 'Steps return the same values.',
      cells: {
        ...everywhere(refusesStepResults),
        debate: refusesToolResults(stepping, () => 'count everything'),
      },
    },
    {
      id: 'arguments',
      promise: 'Arguments that JSON cannot carry are refused before the tool runs, and the error names the tool.',
      proof: 'A tool is called with the same values.',
      cells: {
        ...on(refusesArguments, 'script', 'terminal'),
        ...not('receives arguments as JSON', 'mcp-2025', ...STORED, 'debate'),
      },
    },
    {
      id: 'context',
      promise: 'A question that would show what JSON cannot carry is not asked, and the error names the question.',
      proof: 'Questions have the same values as their context.',
      cells: { ...everywhere(refusesContexts), ...not('its requests are texts', 'debate') },
    },
    {
      id: 'answer',
      promise: 'An answer of a plugin that JSON cannot carry is not sent, and the error names the question.',
      proof: 'The half of a `createTool` that runs in the page returns the same values.',
      cells: {
        ...on(refusesAnswers, 'script', 'terminal', 'chat'),
        ...not('has no page', 'mcp-2025', ...STATELESS, 'task', 'debate'),
      },
    },
    {
      id: 'promise',
      promise:
        'A promise that a tool returns, yields or throws fails the call, and its rejection does not end the process.',
      proof: 'Tools return, yield and throw promises that reject; a step rejects after it has lost a race.',
      cells: { ...everywhere(survivesRejections), debate: survivesToolRejections },
    },
    {
      id: 'large',
      promise: 'A result or an error that is too large for its path fails the call, and the next call runs.',
      proof: 'Tools return 1.2 MB of text, an image of that size, and throw an error with such a message.',
      cells: { ...everywhere(bearsLargeOutcomes), debate: bearsLargeToolOutcomes },
    },
  ],
}
