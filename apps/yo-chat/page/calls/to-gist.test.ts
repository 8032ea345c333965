import { expect, test } from 'vitest'
import { toGist } from './to-gist.ts'

test.each([
  [{ deleted: ['a', 'b'], freed: '20 MB', dryRun: false }, 'Deleted: 2 entries · Freed: 20 MB · Dry run: no'],
  ['two\n  lines', 'two lines'],
  [42, '42'],
  [['only'], '1 entry'],
  [null, 'none'],
])('the gist of %j is %j', (value, gist) => expect(toGist(value)).toBe(gist))
