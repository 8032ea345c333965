import { describeEnvironment } from './environment-help.ts'

export const HELP = `Usage: sweatpants <command> [options]

  serve <module>… [--stdio | --http [host:]port [--host address] [--allow-host name]…] [--store location]
      [--model id] [--watch]
      Serves every tool, prompt and resource that the modules export over MCP: on stdin and stdout, or over HTTP.
        --http [host:]port   listens on this port
        --host address       the address to listen on (or HOST); default 127.0.0.1, which only this machine can reach
        --allow-host name    an extra hostname to accept; may be repeated
        --store location     stores tasks and long runs here, and the sealing key beside it (or STORE)
        --model id           answers samples if the client cannot (or MODEL)
        --watch              reloads the modules when their files change, and keeps connections open

  dev <module | folder>… [--port n] [--model id] [--store location] [--open]
      Serves a page on this machine to call the tools: it asks their questions, shows each effect and journal entry as it is
      recorded, and replays a run entry by entry. Changed files are reloaded.
        --port n             the port (or PORT); default 4400
        --model id           answers samples (or MODEL); default: the demo model. You can also answer them yourself
        --store location     stores runs here; default .sweatpants/dev.db
        --open               opens the page in a browser

  call <module> <tool> ['<json>' | -] [--model id]
      Runs a tool with these arguments and asks its questions in the terminal. The result goes to stdout, everything else to
      stderr. With - the arguments are read from stdin, and every question is cancelled.
        --model id           answers samples (or MODEL); default: the first provider with a key, else a local server, else
                             the demo model

  inspect <state | -> [--key key]… [--store location] [--json]
      Prints the journal inside a requestState that one of the keys sealed.

  --help, --version

${describeEnvironment()}
A mistake in the command is reported as one sentence on stderr, with exit code 2.
`
