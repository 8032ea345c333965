import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAgUiRoutes } from '@sweatpants/framework/ag-ui'
import { createChat } from '@sweatpants/framework/chat'
import { createListener } from '@sweatpants/framework/http'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { scriptedModel } from './model.ts'
import { createTools } from './tools.ts'

const [file = '', world = '', port = '0'] = process.argv.slice(2)

const onError = () => {}
const store = createSqliteStore(file)
const chat = await createChat({ store, tools: createTools(world), models: [scriptedModel], leaseTtl: 300, onError })
const { fetch } = createAgUiRoutes(chat)
const server = createServer(createListener(fetch, { onError }))
server.listen(Number(port), '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
