export const HELP = `Usage: sweatpants <command> [options]

  serve <module>… [--stdio | --http [host:]port [--allow-host name]…] [--store file]
      [--model id] [--watch]
      Serves every tool, prompt and resource that the modules export over MCP: on stdin and stdout, unless --http
      says otherwise.
        --allow-host   a name that the server may be asked for by, beside the loopback's and its own
        --store file   keeps tasks and long runs in this SQLite file, and the sealing key beside it (or STORE)
        --model id     answers samples that the client does not (or MODEL): anthropic, openai/gpt-6.1-sol, ollama, demo…
        --watch        takes changes of the modules' files as they come, without losing a connection

  dev <module | folder>… [--port n] [--model id] [--store file] [--open]
      Opens a page on the loopback, port 4400 unless --port or PORT says otherwise, on which the tools are called: it asks
      their questions, shows each effect and journal entry as it comes, and replays a run entry by entry. Changed files are
      taken as they come.
        --model id     answers samples (or MODEL); without one the demo model. A run may also have them answered by hand
        --store file   keeps runs in this SQLite file; .sweatpants/dev.db unless it says otherwise
        --open         opens the page in a browser

  call <module> <tool> ['<json>' | -] [--model id]
      Runs a tool with these arguments; its questions are asked here. The result goes to stdout, all else to stderr.
      Samples go to the model; without one to the first provider that has a key, a local Ollama, or the demo model.
      With - the arguments are read from stdin, and every question is cancelled.
      Exit code 0 when it completed, 1 when it failed, 130 when it was cancelled.

  inspect <state | -> [--key key] [--store file] [--json]
      Prints the journal inside a requestState that this key has sealed.

  --help, --version

Models need the key of their provider: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_API_KEY, PERPLEXITY_API_KEY.
Sealing keys are read from SWEATPANTS_KEYS, separated by commas, the newest first. A .env file is read.
A mistake is one sentence on stderr, and exit code 2.
`
