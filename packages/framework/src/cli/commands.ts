import { type DescribedOptions, flag, TRANSPORT_OPTIONS, text, texts } from './options.ts'

/** What the help says of a command, and the options that it reads. */
export interface DescribedCommand {
  /** Without the name of the command; one for each form. */
  usage: readonly string[]
  about: string
  options: DescribedOptions
  /** Said after the options. */
  note?: string
}

const STORE = text('location', 'the store (or STORE)')

const FIRST_MODEL = 'default: the first provider with a key, else a local server, else the demo model'

/** The options that `sweatpants serve` has in common with the server in a bundle. */
export const SERVE_OPTIONS = {
  ...TRANSPORT_OPTIONS,
  store: text('location', 'stores tasks and long runs here, and the sealing key beside it (or STORE)'),
  model: text('id', 'answers samples if the client cannot (or MODEL)'),
}

/** The commands of `sweatpants`, in the order of its help. */
export const COMMANDS = {
  serve: {
    usage: [
      'serve <module>… [--stdio | --http [host:]port [--host address] [--allow-host name]…] [--store location] [--model id] [--views folder] [--watch]',
    ],
    about:
      'Serves every tool, prompt and resource that the modules export over MCP: on stdin and stdout, or over HTTP.',
    options: {
      ...SERVE_OPTIONS,
      views: text(
        'folder',
        'serves the views that build wrote here; default: bundles the views of the tools in memory',
      ),
      watch: flag('reloads the modules when their files change, and keeps connections open'),
    },
  },
  build: {
    usage: ['build <module | folder>… [--out folder]'],
    about: 'Writes the views of the tools: one HTML file for each tool, and a manifest. Needs rolldown and preact.',
    options: { out: text('folder', 'where to write them; default views') },
  },
  publish: {
    usage: [
      "publish --dry-run [<module | folder>…] [--out folder] [--url address] [--env 'NAME[=default]: description']…",
    ],
    about:
      'Writes what others install the server from, and checks it: server.json for the MCP registry, the server as one file, and an .mcpb bundle for desktop hosts. Reads package.json. Uploads nothing. Needs rolldown. Default: the tools in this folder.',
    options: {
      'dry-run': flag(),
      out: text('folder', 'where to write them; default publish'),
      url: text('address', 'the https address of the server, if it also runs remotely'),
      env: texts('…', 'a variable that the server reads, required if it has no default; may be repeated'),
    },
  },
  proxy: {
    usage: [
      "proxy [--stdio | --http [host:]port …] [--store location] [--approve pattern]… [--limit [pattern=]calls/period]… [--audit file] [--header 'name: value']… -- <command> [argument]… | <url>",
    ],
    about: 'Serves another MCP server again, over both revisions: its calls are stored and go on after a restart.',
    options: {
      store: text(
        'location',
        'stores calls here, and the sealing key beside it (or STORE); default .sweatpants/proxy.db',
      ),
      approve: texts('pattern', "asks the person before calls of these tools, like 'delete_*'; may be repeated"),
      limit: texts('…', "refuses more calls of a caller, like 60/minute or 'delete_*=5/hour'; may be repeated"),
      audit: text('file', 'appends a line of JSON for each call: who, what, when and how it ended, without secrets'),
      header: texts("'a: b'", 'sent to a server at a URL; may be repeated'),
    },
    note: 'A server that asks for a sign-in: the address to open is printed to standard error, once; the tokens are stored.',
  },
  acp: {
    usage: ['acp <module>… [--store location] [--model id]'],
    about:
      'Serves a chat with these tools to an editor that speaks the Agent Client Protocol, on stdin and stdout. Needs @agentclientprotocol/sdk in the folder that it is started in.',
    options: {
      store: text('location', 'stores the conversations here (or STORE); default .sweatpants/acp.db'),
      model: text('id', `the model (or MODEL); ${FIRST_MODEL}`),
    },
  },
  dev: {
    usage: ['dev <module | folder>… [--port n] [--model id] [--store location] [--open]'],
    about:
      'Serves a page on this machine to call the tools: it asks their questions, shows each effect and journal entry as it is recorded, and replays a run entry by entry. Previews views as hosts show them. Changed files are reloaded.',
    options: {
      port: text('n', 'the port (or PORT); default 4400'),
      model: text('id', 'answers samples (or MODEL); default: the demo model. You can also answer them yourself'),
      store: text('location', 'stores runs here (or STORE); default .sweatpants/dev.db'),
      open: flag('opens the page in a browser'),
    },
  },
  call: {
    usage: ["call <module> <tool> ['<json>' | -] [--model id]"],
    about:
      'Runs a tool with these arguments and asks its questions in the terminal. The result goes to stdout, everything else to stderr. With - the arguments are read from stdin, and every question is cancelled.',
    options: { model: text('id', `answers samples (or MODEL); ${FIRST_MODEL}`) },
  },
  inbox: {
    usage: [
      'inbox [list] [--as principal] [--name name]… [--after place] [--json]',
      'inbox answer <number> [--as principal] [--name name]… [--answer json | --decline]',
    ],
    about:
      'Lists the open questions of a store that a principal may answer, and answers one: in the terminal, or with --answer.',
    options: {
      store: STORE,
      as: text('principal', 'who answers; addressed as user:<principal>'),
      name: texts('name', 'another name that this principal answers to, such as role:manager; may be repeated'),
      after: text('place'),
      answer: text('json'),
      decline: flag(),
      json: flag(),
    },
  },
  runs: {
    usage: [
      'runs [list] [--tool name] [--state state] [--principal name] [--older-than 3d] [--search text] [--limit n] [--after place]',
      'runs show | cancel | retry [--from entry] | resume | fork --from entry --answer json [--module file]… | forget <run>',
    ],
    about: 'Lists the runs of a store, and mends them.',
    options: {
      store: STORE,
      tool: text('name'),
      state: text('state'),
      principal: text('name'),
      'older-than': text('time', 'only runs that have been in their state for so long: 90s, 15m, 12h, 3d'),
      search: text('text'),
      limit: text('n'),
      after: text('place'),
      from: text('entry', 'the number of an entry: what a retry repeats first, or the answer that a fork replaces'),
      answer: text('json'),
      module: texts('file', 'a module with the tool of the run, which checks the answer of a fork; may be repeated'),
      json: flag('prints JSON'),
    },
  },
  schedules: {
    usage: [
      'schedules [list] [--json]',
      'schedules add <tool> (--cron expression [--time-zone name] | --every time | --at time) [--params json] [--name name] [--principal name] [--missed once | skip] [--overlap skip | queue | allow]',
      'schedules remove <name>',
    ],
    about:
      'Lists the schedules of a store, sets one and removes one. Servers and applications on the store with the tool begin its runs.',
    options: {
      store: STORE,
      cron: text('expression', "when it ticks: '0 3 * * mon-fri'; in UTC, or in the time zone that --time-zone names"),
      'time-zone': text('name'),
      every: text('time', 'the time between two ticks: 90s, 15m, 12h, 3d'),
      at: text('time', 'its only tick, like 2027-01-01T00:00:00Z'),
      name: text('name', 'the name of the schedule; default: the tool. A schedule with this name is replaced'),
      params: text('json'),
      principal: text('name'),
      missed: text('', 'ticks that passed while no server ran begin one run (once, the default) or none (skip)'),
      overlap: text(
        '',
        'a tick while the last run has not ended begins none (skip, the default), begins one when that run has ended (queue), or begins one at once (allow)',
      ),
      json: flag(),
    },
  },
  control: {
    usage: ['control [<module | folder>…] [--store location] [--port n] [--open]'],
    about:
      'Serves the control room on this machine: a page that lists the runs of a store and mends them. With the modules of the tools, it shows the forms of their questions.',
    options: {
      store: STORE,
      port: text('n', 'the port; default 4401'),
      open: flag('opens the page in a browser'),
    },
  },
  check: {
    usage: ['check <module | folder>… [--store location] [--json]'],
    about:
      'Replays every run that has not ended on these modules and performs nothing. Lists the runs that would diverge, and exits with 1 if there are any.',
    options: { store: text('location'), json: flag() },
  },
  inspect: {
    usage: ['inspect <state | -> [--key key]… [--store location] [--json]'],
    about: 'Prints the journal inside a requestState that one of the keys sealed.',
    options: { key: texts('key'), store: text('location'), json: flag() },
  },
} satisfies Readonly<Record<string, DescribedCommand>>
