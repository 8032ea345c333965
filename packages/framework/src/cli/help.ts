export const HELP = `Usage: sweatpants <command> [options]

  serve <module>… [--stdio | --http [host:]port [--allow-host name]…] [--store file] [--watch]
      Serves every tool, prompt and resource that the modules export over MCP: on stdin and stdout, unless --http
      says otherwise.
        --allow-host   a name that the server may be asked for by, beside the loopback's and its own
        --store file   keeps tasks and long runs in this SQLite file, and the sealing key beside it (or STORE)
        --watch        takes changes of the modules' files as they come, without losing a connection

  call <module> <tool> ['<json>' | -]
      Runs a tool with these arguments; its questions are asked here. The result goes to stdout, all else to stderr.
      With - the arguments are read from stdin, and every question is cancelled.
      Exit code 0 when it completed, 1 when it failed, 130 when it was cancelled.

  inspect <state | -> [--key key] [--store file] [--json]
      Prints the journal inside a requestState that this key has sealed.

  --help, --version

Sealing keys are read from SWEATPANTS_KEYS, separated by commas, the newest first. A .env file is read.
A mistake is one sentence on stderr, and exit code 2.
`
