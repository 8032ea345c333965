import { readKeys, serveMcp } from '@sweatpants/framework/mcp'
import { orderCoffee } from './tool.ts'

// While the question is open, nothing waits here: the client carries the journal, sealed with SWEATPANTS_KEYS.
export default serveMcp({ name: 'coffee', version: '1.0.0', tools: [orderCoffee], keys: readKeys() })
