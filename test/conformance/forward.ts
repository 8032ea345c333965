// The suite starts this program for each client scenario, with the URL of the scenario's server as the last argument. A process
// of its own for each would take longer to load than to run, so all of them are played in the process at this address.
const [address, url] = process.argv.slice(2)
const { MCP_CONFORMANCE_SCENARIO: name, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env
const response = await fetch(address!, {
  method: 'POST',
  body: JSON.stringify({ name, url, context: JSON.parse(context) }),
})
process.stderr.write(await response.text())
process.exitCode = response.ok ? 0 : 1

export {}
