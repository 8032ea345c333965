import { text } from 'node:stream/consumers'
import { createKeyring } from '../mcp/carriers/keys.ts'
import { readKeys } from '../mcp/carriers/read-keys.ts'
import { inspectSealed, type Sealed } from '../mcp/carriers/sealed.ts'
import { isHandle } from '../mcp/core/carrier.ts'
import { readArgs } from './args.ts'
import { toReport } from './state-report.ts'
import { toUsageError, UsageError } from './usage-error.ts'

/** `sweatpants inspect`: resolves to the exit code. */
export async function inspect(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    key: { type: 'string', multiple: true },
    store: { type: 'string' },
    json: { type: 'boolean' },
  })
  const [given, ...rest] = positionals
  if (given === undefined || rest.length > 0)
    throw new UsageError('inspect takes one requestState, or - to read it from stdin')
  const state = (given === '-' ? await text(process.stdin) : given).trim()
  if (isHandle(state)) throw new UsageError('this state is a handle; its journal is in the store of the server')
  const keys = values.key ?? readKeys(values.store)
  if (keys === undefined) {
    throw new UsageError('inspect needs the key that sealed the state: set SWEATPANTS_KEYS, or pass --key or --store')
  }
  const sealed = open(state, keys)
  console.log(values.json ? JSON.stringify(sealed, null, 2) : toReport(sealed, Date.now()))
  return 0
}

function open(state: string, keys: readonly string[]): Sealed {
  let keyring: ReturnType<typeof createKeyring>
  try {
    keyring = createKeyring(keys)
  } catch (cause) {
    throw toUsageError(cause)
  }
  try {
    return inspectSealed(state, keyring)
  } catch (cause) {
    throw new UsageError('this is not a requestState that one of these keys sealed', { cause })
  }
}
