import { runProgram } from '@sweatpants/framework/cli'
import { config } from '../config.ts'
import { readVersion } from './app-folder.ts'

const code = await runProgram({
  name: 'yo-chat',
  version: readVersion,
  help: async () => (await import('./help.ts')).HELP,
  main: async () => {
    console.log(`Starting ${config.name}…`)
    return (await import('./run.ts')).run
  },
})
// Without exit, a pending attempt to connect to an MCP server would keep the process running.
process.exit(code)
