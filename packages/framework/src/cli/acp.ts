import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { AcpApp } from '../acp/protocol.ts'
import { serveAcp } from '../acp/serve-acp.ts'
import { createChat } from '../chat/create-chat.ts'
import { readArgs, readModel, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { describeOffer, identify, loadOffer } from './load-offer.ts'
import { openStore, readStore } from './open-store.ts'
import { reserveStdout } from './program.ts'

const STORE = '.sweatpants/acp.db'

/** The part of the protocol's SDK that is used here. */
interface AcpSdk {
  agent(): AcpApp & { connect(stream: unknown): { closed: Promise<void> } }
  ndJsonStream(output: unknown, input: unknown): unknown
}

/** `sweatpants acp`: resolves to the exit code once the editor has closed the pipe. */
export async function acp(args: readonly string[]): Promise<number> {
  const { values, positionals: modules } = readArgs(args, COMMANDS.acp.options)
  const [first] = modules
  if (first === undefined) throw new UsageError('acp takes at least one module: acp ./tools.ts')
  reserveStdout()
  const { agent, ndJsonStream } = await loadSdk()
  const offer = await loadOffer(modules)
  const { tools } = offer
  const model = await readModel(values.model)
  await using store = await openStore(readStore(values.store) ?? STORE)
  await using chat = await createChat({ store, tools, ...(model && { models: [model] }) })
  const stream = ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin))
  const { closed } = serveAcp(agent(), chat, identify(first)).connect(stream)
  console.error(`Serving an agent with ${describeOffer(offer)} over stdio.`)
  await closed
  return 0
}

/** Loads the SDK of the application: the framework does not depend on it. */
async function loadSdk(): Promise<AcpSdk> {
  try {
    const require = createRequire(join(process.cwd(), 'package.json'))
    return await import(pathToFileURL(require.resolve('@agentclientprotocol/sdk')).href)
  } catch (cause) {
    const remedy = 'npm i @agentclientprotocol/sdk'
    throw new UsageError(`acp needs @agentclientprotocol/sdk, which is not installed here; ${remedy}`, { cause })
  }
}
