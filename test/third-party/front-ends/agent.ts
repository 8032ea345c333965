import { Readable, Writable } from 'node:stream'
import { agent, ndJsonStream } from '@agentclientprotocol/sdk'
import { serveAcp } from '@sweatpants/framework/acp'
import { createChat } from '@sweatpants/framework/chat'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { scriptedModel } from './model.ts'
import { createTools } from './tools.ts'

const [file = '', world = ''] = process.argv.slice(2)

const store = createSqliteStore(file)
const tools = createTools(world)
const chat = await createChat({ store, tools, models: [scriptedModel], leaseTtl: 300, onError() {} })
const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>
serveAcp(agent(), chat).connect(ndJsonStream(Writable.toWeb(process.stdout), input))
