export const HELP = `Usage: npm start -- [options]

Serves the chat page, its API and its tools over MCP, on one port.

  --port number        (PORT) where to listen; 3000 when absent, 0 for any that is free
  --host name          (HOST) the address to listen on; the loopback when absent, so that only this machine can call
  --allow-host name    a name that it may be asked for by, beside the loopback's and its own; may be repeated
  --store place        (STORE) a file, or postgres://…; .sweatpants/yo-chat.db in the working directory when absent
  --model id           (MODEL) anthropic, openai/…, google, perplexity, ollama, demo…; the first that has a key when absent
  --mcp-command text   an MCP server to start and to use: --mcp-command 'npx -y some-server'; may be repeated
  --mcp-url url        an MCP server to connect to; may be repeated
  --no-build           serves the page as it was built last
  --help

Models need the key of their provider, in the environment: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_API_KEY,
PERPLEXITY_API_KEY. Without any, and without an Ollama, the offline demo model answers.
Sealing keys are read from SWEATPANTS_KEYS, separated by commas, the newest first; without, one is made and kept beside the
store. Processes that share a store on Postgres need the same keys.
A .env file in the working directory is read. Personas, examples and more servers are in apps/yo-chat/config.ts.
`
