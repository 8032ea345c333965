export { createDemoModel, type DemoModelOptions } from './demo-model.ts';
export type { Pace } from './result.ts';
export type { Json, JsonSchema } from './schema.ts';
export type { Exchange, Outcome, Said, Situation, Tool } from './situation.ts';
export type { Answer, Part, Voice } from './voice.ts';
