import { describeEnvironment } from '@sweatpants/framework/cli'

export const HELP = `Usage: npm start -- [options]

Serves the chat page, its API and its tools over MCP, on one port.

  --port number        the port (or PORT); default 3000, 0 for any free port
  --host address       the address to listen on (or HOST); default 127.0.0.1, which only this machine can reach
  --allow-host name    an extra hostname to accept; may be repeated
  --store location     the store (or STORE); default .sweatpants/yo-chat.db in the working directory
  --model id           the model of a new conversation (or MODEL); default: the first provider with a key
  --mcp-command text   an MCP server to start and use: --mcp-command 'npx -y some-server'; may be repeated
  --mcp-url url        an MCP server to connect to; may be repeated
  --debate-tools text  an MCP server, by address or command, whose tools the panel of a debate can use; may be repeated
                       (or ROUNDTABLE_TOOLS, separated by semicolons)
  --debate-web-search  panels search the web, unless a debate says otherwise; config.ts has the other defaults of debates
  --sandbox-port n     the port of the frames for apps of MCP servers (or SANDBOX_PORT); default: the port after --port
  --sandbox-url url    where browsers reach these frames, behind a proxy: an origin of their own (or SANDBOX_URL)
  --no-build           serves the page that was built last
  --help, --version

${describeEnvironment()}
The limits of debates are variables with ROUNDTABLE_, such as ROUNDTABLE_MODEL_TIMEOUT in seconds; the README of @sweatpants/roundtable lists them.
Personas, examples and more servers are in apps/yo-chat/config.ts.
`
