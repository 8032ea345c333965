export { type Env, readVariable } from '../models/provider.ts'
export { messageOf } from '../tools/describe.ts'
export { findNearest, readArgs, readModel, readOptions, readPort, toUsageError, UsageError } from './args.ts'
export { describeEnvironment } from './environment-help.ts'
export { describeStore, keyPath, openStore, readSealingKeys, STORE_FORMS } from './open-store.ts'
export { TRANSPORT_OPTIONS } from './options.ts'
export {
  type Command,
  createReporter,
  type Program,
  printResult,
  reserveStdout,
  runProgram,
  type StopSignal,
  untilSignal,
} from './program.ts'
export {
  publicWarning,
  readHost,
  readHostNames,
  readTransport,
  type Serving,
  serveUntilSignal,
  type Transport,
  type TransportValues,
  toListenError,
} from './transport.ts'
