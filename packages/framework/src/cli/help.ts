import { describeEnvironment } from './environment-help.ts'

export const HELP = `Usage: sweatpants <command> [options]

  serve <module>… [--stdio | --http [host:]port [--host address] [--allow-host name]…] [--store location]
      [--model id] [--views folder] [--watch]
      Serves every tool, prompt and resource that the modules export over MCP: on stdin and stdout, or over HTTP.
        --http [host:]port   listens on this port
        --host address       the address to listen on (or HOST); default 127.0.0.1, which only this machine can reach
        --allow-host name    an extra hostname to accept; may be repeated
        --store location     stores tasks and long runs here, and the sealing key beside it (or STORE)
        --model id           answers samples if the client cannot (or MODEL)
        --views folder       serves the views that build wrote here; default: bundles the views of the tools in memory
        --watch              reloads the modules when their files change, and keeps connections open

  build <module | folder>… [--out folder]
      Writes the views of the tools: one HTML file for each tool, and a manifest. Needs rolldown and preact.
        --out folder         where to write them; default views

  publish --dry-run [<module | folder>…] [--out folder] [--url address] [--env 'NAME[=default]: description']…
      Writes what others install the server from, and checks it: server.json for the MCP registry, the server as one file,
      and an .mcpb bundle for desktop hosts. Reads package.json. Uploads nothing. Needs rolldown. Default: the tools in this folder.
        --out folder         where to write them; default publish
        --url address        the https address of the server, if it also runs remotely
        --env …              a variable that the server reads, required if it has no default; may be repeated

  proxy [--stdio | --http [host:]port …] [--store location] [--approve pattern]… [--limit [pattern=]calls/period]…
      [--audit file] [--header 'name: value']… -- <command> [argument]… | <url>
      Serves another MCP server again, over both revisions: its calls are stored and go on after a restart.
        --store location     stores calls here, and the sealing key beside it (or STORE); default .sweatpants/proxy.db
        --approve pattern    asks the person before calls of these tools, like 'delete_*'; may be repeated
        --limit …            refuses more calls of a caller, like 60/minute or 'delete_*=5/hour'; may be repeated
        --audit file         appends a line of JSON for each call: who, what, when and how it ended, without secrets
        --header 'a: b'      sent to a server at a URL; may be repeated
      A server that asks for a sign-in: the address to open is printed to standard error, once; the tokens are stored.

  acp <module>… [--store location] [--model id]
      Serves a chat with these tools to an editor that speaks the Agent Client Protocol, on stdin and stdout. Needs
      @agentclientprotocol/sdk in the folder that it is started in.
        --store location     stores the conversations here (or STORE); default .sweatpants/acp.db
        --model id           the model (or MODEL); default: the first provider with a key, else a local server, else the
                             demo model

  dev <module | folder>… [--port n] [--model id] [--store location] [--open]
      Serves a page on this machine to call the tools: it asks their questions, shows each effect and journal entry as it is
      recorded, and replays a run entry by entry. Previews views as hosts show them. Changed files are reloaded.
        --port n             the port (or PORT); default 4400
        --model id           answers samples (or MODEL); default: the demo model. You can also answer them yourself
        --store location     stores runs here (or STORE); default .sweatpants/dev.db
        --open               opens the page in a browser

  call <module> <tool> ['<json>' | -] [--model id]
      Runs a tool with these arguments and asks its questions in the terminal. The result goes to stdout, everything else to
      stderr. With - the arguments are read from stdin, and every question is cancelled.
        --model id           answers samples (or MODEL); default: the first provider with a key, else a local server, else
                             the demo model

  inbox [list] [--as principal] [--name name]… [--after place] [--json]
  inbox answer <number> [--as principal] [--name name]… [--answer json | --decline]
      Lists the open questions of a store that a principal may answer, and answers one: in the terminal, or with --answer.
        --store location     the store (or STORE)
        --as principal       who answers; addressed as user:<principal>
        --name name          another name that this principal answers to, such as role:manager; may be repeated

  runs [list] [--tool name] [--state state] [--principal name] [--older-than 3d] [--search text] [--limit n] [--after place]
  runs show | cancel | retry [--from entry] | resume | fork --from entry --answer json [--module file]… | forget <run>
      Lists the runs of a store, and mends them.
        --store location     the store (or STORE)
        --older-than time    only runs that have been in their state for so long: 90s, 15m, 12h, 3d
        --from entry         the number of an entry: what a retry repeats first, or the answer that a fork replaces
        --module file        a module with the tool of the run, which checks the answer of a fork; may be repeated
        --json               prints JSON

  schedules [list] [--json]
  schedules add <tool> (--cron expression [--time-zone name] | --every time | --at time) [--params json] [--name name]
      [--principal name] [--missed once | skip] [--overlap skip | queue | allow]
  schedules remove <name>
      Lists the schedules of a store, sets one and removes one. Servers and applications on the store with the tool begin its runs.
        --store location     the store (or STORE)
        --cron expression    when it ticks: '0 3 * * mon-fri'; in UTC, or in the time zone that --time-zone names
        --every time         the time between two ticks: 90s, 15m, 12h, 3d
        --at time            its only tick, like 2027-01-01T00:00:00Z
        --name name          the name of the schedule; default: the tool. A schedule with this name is replaced
        --missed             ticks that passed while no server ran begin one run (once, the default) or none (skip)
        --overlap            a tick while the last run has not ended begins none (skip, the default), begins one when that
                             run has ended (queue), or begins one at once (allow)

  control [<module | folder>…] [--store location] [--port n] [--open]
      Serves the control room on this machine: a page that lists the runs of a store and mends them. With the modules of the
      tools, it shows the forms of their questions.
        --store location     the store (or STORE)
        --port n             the port; default 4401
        --open               opens the page in a browser

  check <module | folder>… [--store location] [--json]
      Replays every run that has not ended on these modules and performs nothing. Lists the runs that would diverge, and
      exits with 1 if there are any.

  inspect <state | -> [--key key]… [--store location] [--json]
      Prints the journal inside a requestState that one of the keys sealed.

  --help, --version

${describeEnvironment()}
A mistake in the command is reported as one sentence on stderr, with exit code 2.
`
