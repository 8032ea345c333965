/** For somebody who ran the server by hand and now looks at a terminal that waits. */
export const WELCOME = `This is an MCP server that waits for its host on stdin. To connect a host, put this into its configuration:

  {
    "mcpServers": {
      "ai-roundtable": { "command": "npx", "args": ["-y", "@sweatpants/roundtable"] }
    }
  }

To debate right here, in the terminal:

  ai-roundtable debate "Should a small team write its own framework?"

--help tells the rest; Ctrl-C ends this.
`
