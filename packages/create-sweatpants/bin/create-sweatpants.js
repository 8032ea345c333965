#!/usr/bin/env node
// Every Node parses this file, as a script or as a module. Only a Node that is new enough loads the rest.
var version = process.versions.node.split('.').map(Number)
if (version[0] > 22 || (version[0] === 22 && version[1] >= 18)) {
  import('../dist/main.js')
} else {
  console.error(
    'create-sweatpants needs Node.js 22.18 or newer; this is ' +
      process.version +
      '. Install a newer version from https://nodejs.org',
  )
  process.exitCode = 1
}
