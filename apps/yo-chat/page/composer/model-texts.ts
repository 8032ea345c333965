/** The texts of the model menu. */
export const texts = {
  label: 'Model',
  ready: 'Ready',
  needsKey: 'Needs an API key: choose one to add it',
  notAvailable: 'Not available',
  notUsable: 'not available',
  other: 'Another model',
  otherHint: 'provider/model',
  use: 'Use',
  checking: 'Checking…',
  addKeyOf: 'Add the key',
  keys: 'API keys',
}
